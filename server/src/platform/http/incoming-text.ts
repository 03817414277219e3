import { parse as parsePairs } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from './call-error.ts'

/** Maximum nesting of objects and lists in incoming JSON. */
const maxJsonDepth = 20

/**
 * Parses JSON and form bodies, and cookies. Refuses bytes that are not UTF-8, and JSON that is nested too deeply, before anything traverses
 * it. A cookie with control characters counts as missing: the person could not get rid of it.
 */
export function readTexts(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  // SCIM clients send their own JSON media type (OS-66).
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      const json = decodeUtf8(body as Buffer)
      // A DELETE or a sign-in may declare JSON and send nothing.
      if (json === '') done(null, undefined)
      else if (json === null || isDeeperThan(maxJsonDepth, json)) done(new CallError('BAD-REQUEST'))
      else parseJson(request, json, done)
    },
  )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    const form = decodeUtf8(body as Buffer)
    if (form === null || !isPercentEncoded(form)) done(new CallError('BAD-REQUEST'))
    else done(null, parsePairs(form))
  })
  app.addHook('onRequest', (request, _reply, done) => {
    // Only a percent-encoded cookie can hold characters that a header cannot.
    if (!request.headers.cookie?.includes('%')) return done()
    for (const [name, value] of Object.entries(request.cookies)) if (!isText(value ?? '')) delete request.cookies[name]
    done()
  })
}

/** Refuses an address whose query has bytes that are not UTF-8; the router checks its path. */
export function checkQuery(request: FastifyRequest): void {
  const { url } = request
  const at = url.indexOf('?')
  if (at >= 0 && !isPercentEncoded(url.slice(at + 1))) throw new CallError('BAD-REQUEST')
}

/** Whether a text is well-formed Unicode without NUL, which no database column can hold. */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Dot paths of the texts in a value that fail `isText`; for a bad key, its object's path; '' for the value itself. The value must not be
 * nested deeper than incoming JSON may be.
 */
export function pathsOfBadText(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isText(value) ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    isText(key) ? pathsOfBadText(one, path === '' ? key : `${path}.${key}`) : [path],
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Whether brackets are nested too deeply, by counting characters without parsing. */
export function isDeeperThan(levels: number, json: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (isInText) {
      if (character === '\\') at += 1
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '[' || character === '{') {
      depth += 1
      if (depth > levels) return true
    } else if (character === ']' || character === '}') depth -= 1
  }
  return false
}
