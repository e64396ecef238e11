package hello;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.stereotype.Component;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;

/** Takes nothing but its own type for a field. */
@Component
class StrictJson implements JsonMapperBuilderCustomizer {
    @Override
    public void customize(JsonMapper.Builder builder) {
        builder.withCoercionConfigDefaults(coercions -> {
            for (var shape : CoercionInputShape.values()) {
                coercions.setCoercion(shape, CoercionAction.Fail);
            }
        });
    }
}
