package hello;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import esa.restlight.core.serialize.JacksonHttpBodySerializer;
import esa.restlight.server.bootstrap.WebServerException;
import java.lang.reflect.Type;
import org.springframework.stereotype.Component;

/** Requires every field, and takes nothing but its own type for it; else it is a 400, not Restlight's 500. */
@Component
public class StrictJson extends JacksonHttpBodySerializer {
    public StrictJson() {
        super(mapper());
    }

    private static ObjectMapper mapper() {
        var mapper = new ObjectMapper()
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        for (var shape : CoercionInputShape.values()) {
            mapper.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
        }
        return mapper;
    }

    @Override
    public <T> T deSerialize(byte[] body, Type type) throws Exception {
        try {
            return super.deSerialize(body, type);
        } catch (JsonProcessingException e) {
            throw WebServerException.badRequest(e.getOriginalMessage());
        }
    }
}
