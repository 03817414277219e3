/** Tells of each statement that was executed: its name, never its text or values. */
type StatementListener = (name: string, ms: number) => void

let listener: StatementListener | null = null

/** To be called before the database is opened; without it statements cost nothing more. */
export function listenToStatements(listen: StatementListener | null): void {
  listener = listen
}

export function findStatementListener(): StatementListener | null {
  return listener
}

/** What a statement does to which table, e.g. `select claim`: all that telemetry tells of it. */
export function nameStatement(text: string): string {
  const [, verb = 'other'] =
    /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint)\b/i.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z_][a-z_0-9]*)"?/i.exec(text) ?? []
  return `${verb.toLowerCase()} ${table}`.trim()
}
