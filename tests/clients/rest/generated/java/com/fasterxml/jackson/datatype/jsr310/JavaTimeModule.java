package com.fasterxml.jackson.datatype.jsr310;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.time.OffsetDateTime;

/** The part of Jackson's module for java.time that the client uses, which Debian does not package. */
public class JavaTimeModule extends SimpleModule {
    public JavaTimeModule() {
        addSerializer(OffsetDateTime.class, new ToStringSerializer());
        addDeserializer(OffsetDateTime.class, new StdDeserializer<>(OffsetDateTime.class) {
            @Override
            public OffsetDateTime deserialize(JsonParser parser, DeserializationContext context) throws IOException {
                return OffsetDateTime.parse(parser.getText());
            }
        });
    }
}
