package javax.annotation;

public @interface Generated {
    String value();
    String date();
    String comments();
}
