package hello;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;
import org.springframework.stereotype.Component;

/** Takes nothing but its own type for a field. */
@Component
class StrictJson implements Jackson2ObjectMapperBuilderCustomizer {
    @Override
    public void customize(Jackson2ObjectMapperBuilder builder) {
        builder.featuresToEnable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        builder.postConfigurer(StrictJson::forbidCoercions);
    }

    private static void forbidCoercions(ObjectMapper mapper) {
        for (var shape : CoercionInputShape.values()) {
            mapper.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
        }
    }
}
