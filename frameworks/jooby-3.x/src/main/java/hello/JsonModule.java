package hello;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import io.jooby.Context;
import io.jooby.Extension;
import io.jooby.Jooby;
import io.jooby.MediaType;
import io.jooby.MessageDecoder;
import io.jooby.MessageEncoder;
import io.jooby.StatusCode;
import io.jooby.buffer.DataBuffer;
import io.jooby.exception.BadRequestException;
import java.io.IOException;
import java.lang.reflect.Type;

final class JsonModule implements Extension, MessageEncoder, MessageDecoder {
    // Every field is required, and nothing but its own type will do.
    private final ObjectMapper json = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    JsonModule() {
        for (var shape : CoercionInputShape.values()) {
            json.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
        }
    }

    @Override
    public void install(Jooby application) {
        application.encoder(MediaType.json, this);
        application.decoder(MediaType.json, this);
        application.errorCode(JsonProcessingException.class, StatusCode.BAD_REQUEST);
    }

    @Override
    public DataBuffer encode(Context context, Object value) throws JsonProcessingException {
        context.setDefaultResponseType(MediaType.json);
        return context.getBufferFactory().wrap(json.writeValueAsBytes(value));
    }

    @Override
    public Object decode(Context context, Type type) throws IOException {
        Object value = json.readValue(context.body().bytes(), json.constructType(type));
        if (value == null) {
            throw new BadRequestException("null is no value");
        }
        return value;
    }
}
