/** Receives each executed statement's name, never its text or values. */
type StatementListener = (name: string, ms: number) => void

let listener: StatementListener | null = null

/** Call it before the database is opened; without a listener, statements cost nothing extra. */
export function listenToStatements(listen: StatementListener | null): void {
  listener = listen
}

export function findStatementListener(): StatementListener | null {
  return listener
}

/** A statement's verb and table, e.g. `select claim`: all that telemetry reveals of it. */
export function nameStatement(text: string): string {
  const [, verb = 'other'] =
    /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint)\b/i.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z_][a-z_0-9]*)"?/i.exec(text) ?? []
  return `${verb.toLowerCase()} ${table}`.trim()
}
