/** The result of one check. `WARN`: works but is worth fixing; `FAIL`: does not work; the text says what to do. Never contains a secret. */
export interface Finding {
  readonly state: 'OK' | 'WARN' | 'FAIL'
  readonly about: string
  readonly text: string
}

type Find = (text: string) => Finding

export function findingsAbout(about: string): { readonly ok: Find; readonly warn: Find; readonly fail: Find } {
  const of =
    (state: Finding['state']): Find =>
    (text) => ({ state, about, text })
  return { ok: of('OK'), warn: of('WARN'), fail: of('FAIL') }
}

/** Only the code of an error, never the server's message, which may repeat data that was sent. */
export function readErrorCode(error: unknown): string {
  const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown }
  const parts = [code ?? name ?? 'unknown', responseCode].filter((part) => part !== undefined)
  return parts.join(' ')
}
