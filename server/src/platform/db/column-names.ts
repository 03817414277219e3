/** `nick_name` as a field of our answers, `nickName`. */
export type Camel<Column extends string> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Column

export function toCamel<Column extends string>(column: Column): Camel<Column> {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Camel<Column>
}

/** The column of a field, e.g. `nick_name` of `nickName`. */
export type Snake<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Field

export function toSnake<Field extends string>(field: Field): Snake<Field> {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Field>
}
