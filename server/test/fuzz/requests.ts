import type { Call, Schema } from '@portico/contract/call'
import { fileBody } from '../call.ts'
import type { Random } from './random.ts'
import { hostile, hostileText, likely } from './values.ts'

/** Who sends a request. */
export type Sender = 'member' | 'staff' | 'anyone' | 'right'

export interface FuzzRequest {
  readonly sender: Sender
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  /** Sent twice at the same time. */
  readonly twice: boolean
}

type Parts = { readonly [part in 'params' | 'query' | 'body']?: unknown }
type Fields = Record<string, unknown>

/** A request for a call, correct or wrong in one or more ways. `right` is what a correct one would send. */
export function requestFor(call: Call, right: Parts, rightHeaders: Fields, random: Random): FuzzRequest {
  const parts = {
    params: partFor(call.params, right.params, random),
    query: partFor(call.query, right.query, random),
    body: partFor(call.body, right.body, random),
  }
  const content = contentFor(call, parts.body, random)
  const from = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
  return {
    sender: random.chance(75) ? 'right' : random.pick(['member', 'staff', 'anyone']),
    method: call.method,
    path: addressFor(call, parts, random),
    headers: {
      'x-forwarded-for': from,
      ...(content && { 'content-type': content.type }),
      ...(rightHeaders as Record<string, string>),
      ...oddHeaders(random),
    },
    cookies: random.chance(5) ? { [random.pick(['language', 'memberClientNumber', 'brand'])]: oddCookie(random) } : {},
    body: content?.body,
    twice: random.chance(10),
  }
}

/** The value for a part: a correct one, one that fits the schema, or either with something changed. */
function partFor(schema: Schema | undefined, right: unknown, random: Random): unknown {
  if (schema === undefined) return random.chance(3) ? { extra: hostile(random) } : undefined
  const base = right !== undefined && random.chance(60) ? structuredClone(right) : likely(schema, random)
  if (random.chance(5)) return hostile(random)
  for (let times = random.pick([0, 1, 1, 1, 2]); times > 0; times -= 1) spoil(base, random)
  return base
}

/** Changes one thing somewhere in a value. */
function spoil(value: unknown, random: Random): void {
  if (typeof value !== 'object' || value === null) return
  const holder = value as Fields
  const keys = Object.keys(holder)
  if (keys.length === 0 || random.chance(8)) {
    holder[random.pick(['extra', 'constructor', 'toJSON', '\ud800', '\0', ''])] = hostile(random)
    return
  }
  const key = random.pick(keys)
  if (typeof holder[key] === 'object' && holder[key] !== null && random.chance(60)) spoil(holder[key], random)
  else if (random.chance(10)) delete holder[key]
  else holder[key] = hostile(random)
}

function addressFor(call: Call, { params, query }: Parts, random: Random): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (random.chance(4)) return random.pick(['%ED%A0%80', '%00', '%', '%2e%2e', '%2F', 'x'.repeat(300)])
    const value = (params as Fields | undefined)?.[name]
    return encodeURIComponent(toText(value).toWellFormed()) || 'x'
  })
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : []
  const shown = pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(toText(value).slice(0, 3_000))}`)
  if (random.chance(3))
    shown.push(random.pick(['%ED%A0%80=1', 'a=%zz', '&&=', shown[0] ?? 'a', '__proto__=1', 'a[b]=1']))
  return shown.length > 0 ? `${path}?${shown.join('&')}` : path
}

function contentFor(
  call: Call,
  body: unknown,
  random: Random,
): { readonly type: string; readonly body: string | Buffer } | null {
  if (call.upload && random.chance(95)) return uploadFor(random)
  if (call.form && random.chance(90)) {
    const pairs = typeof body === 'object' && body !== null ? Object.entries(body) : [['grant_type', toText(body)]]
    const text = pairs.map(([name, value]) => `${encode(String(name))}=${encode(toText(value))}`).join('&')
    return { type: 'application/x-www-form-urlencoded', body: random.chance(3) ? `${text}&a=%C3%28` : text }
  }
  if (body === undefined) return null
  const wrapped = random.chance(4) ? body : { payload: body }
  const text = withDepths(JSON.stringify(wrapped) ?? '')
  if (random.chance(3)) return { type: 'application/json', body: Buffer.from(text, 'utf16le') }
  if (random.chance(3)) return { type: 'application/json', body: text.slice(0, random.below(text.length + 1)) }
  return {
    type: random.chance(3) ? random.pick(['text/plain', 'application/xml', 'a/b;c', '']) : 'application/json',
    body: text,
  }
}

function uploadFor(random: Random): { readonly type: string; readonly body: Buffer } {
  const endings = ['txt', 'pdf', 'docx', 'png', 'exe', '']
  const name = random.chance(50) ? `a.${random.pick(endings)}` : hostileText(random).replaceAll(/["\r\n]/g, '')
  const content = random.pick(['A note.', '', '%PDF-1.4', 'PK\u0003\u0004', 'x'.repeat(70_000), '\0'])
  const { type, body } = fileBody({ name, content, field: random.chance(95) ? 'file' : hostileText(random) })
  if (random.chance(5)) return { type, body: body.subarray(0, random.below(body.length)) }
  return { type: random.chance(5) ? random.pick(['multipart/form-data', `${type}x`, 'multipart/mixed']) : type, body }
}

function oddHeaders(random: Random): Record<string, string | undefined> {
  if (random.chance(85)) return {}
  const name = random.pick([
    'appid',
    'authorization',
    'user-agent',
    'accept-language',
    'accept',
    'origin',
    'x-background',
  ])
  const values = [
    undefined,
    '',
    'x'.repeat(5_000),
    'é\x80',
    '*/*;q=x',
    'Basic w7g6',
    'Basic /w==',
    'Bearer a.b.c',
    'null',
  ]
  return { [name]: random.pick(values) }
}

function oddCookie(random: Random): string {
  return random.pick(['%00', '%ED%A0%80', 'x'.repeat(3_000), '%', '"', '{"a":1}', '__proto__'])
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Replaces the marks with JSON of the requested depth. */
function withDepths(json: string): string {
  return json.replace(/"@deep(\d+)@"/g, (_, levels: string) => '['.repeat(Number(levels)) + ']'.repeat(Number(levels)))
}
