package org.openapitools.client;

/** Replaces a generated class by an empty one: JavaTimeModule parses datetimes. */
public class RFC3339JavaTimeModule extends com.fasterxml.jackson.databind.module.SimpleModule {}
