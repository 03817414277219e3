/** What importing a resource or a row did. */
export type Outcome = 'created' | 'updated' | 'unchanged'
