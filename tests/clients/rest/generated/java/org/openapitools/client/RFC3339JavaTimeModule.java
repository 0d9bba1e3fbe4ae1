package org.openapitools.client;

/** Datetimes are read by JavaTimeModule. */
public class RFC3339JavaTimeModule extends com.fasterxml.jackson.databind.module.SimpleModule {}
