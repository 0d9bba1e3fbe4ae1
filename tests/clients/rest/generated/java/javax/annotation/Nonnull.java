package javax.annotation;

public @interface Nonnull {}
