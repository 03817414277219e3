/** The effect of importing a resource or a row. */
export type Outcome = 'created' | 'updated' | 'unchanged'
