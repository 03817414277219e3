import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import type { ArchiveSettings } from './audit/archive/archive.ts'
import { type ForwardSettings, isForwardAddress, readForwardAddress } from './audit/forward/address.ts'
import { readAddress } from './db/address.ts'
import type { StripeSettings } from './gateway/stripe.ts'
import type { RequestTimes } from './http/slow-requests.ts'
import { readTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts'
import type { Retention } from './retention.ts'
import type { ObjectStoreSettings } from './storage/objects.ts'
import { isScannerAddress, readScannerAddress, type ScannerAddress } from './storage/scanner-address.ts'

const flag = v.pipe(
  v.picklist(['0', '1', 'false', 'true', 'off', 'on']),
  v.transform((value) => value === '1' || value === 'true' || value === 'on'),
)

const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

const origins = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.check((value) => URL.canParse(value) && new URL(value).origin === value, 'must be origins, e.g. https://host'),
    ),
  ),
)

const codes = v.pipe(
  v.string(),
  v.regex(/^\w+( *, *\w+)*$/, 'must be codes of brands, separated by commas'),
  v.transform((value) => value.split(',').map((part) => part.trim())),
)

const proxies = v.pipe(
  v.string(),
  v.transform(readTrustedProxies),
  v.custom<TrustedProxies>(
    (value) => value !== null,
    'must be how many balancers stand in front (0 to 9), or their addresses and networks, separated by commas',
  ),
)

const databaseAddress = v.pipe(
  v.string(),
  v.check((value) => readAddress(value) !== null, 'must be a postgres:// address (docs/operations.md, "Databases")'),
)

/** Minimum retention: 45 CFR 164.316(b)(2), 42 CFR 422.504(d), and what members may prove the directory showed them (26 U.S.C. 9820(b)). */
const [auditYearsOfLaw, mailYearsOfLaw, shownYearsOfLaw] = [6, 10, 2] as const

/** Two checks of a load balancer that checks every two seconds, and a margin. */
const drainInProductionMs = 5_000

const Environment = v.object({
  NODE_ENV: v.optional(v.picklist(['production', 'development', 'test']), 'development'),
  PORT: v.optional(wholeNumber(0, 65_535), '8080'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), './.data'),
  DATABASE_URL: v.optional(databaseAddress),
  DATABASE_LISTEN_URL: v.optional(databaseAddress),
  DATABASE_READ_URL: v.optional(databaseAddress),
  DATABASE_OUTAGE_WAIT_MS: v.optional(wholeNumber(0, 60_000), '15000'),
  DATABASE_POOL: v.optional(wholeNumber(1, 200), '10'),
  EMBEDDED_IN_PRODUCTION: v.optional(flag, '0'),
  PUBLIC_ORIGINS: v.optional(origins, ''),
  TRUST_PROXY: v.optional(proxies, '0'),
  SCRIPT_ORIGINS: v.optional(origins, ''),
  HEADER_TIMEOUT_MS: v.optional(wholeNumber(100, 120_000), '20000'),
  BODY_TIMEOUT_MS: v.optional(wholeNumber(100, 120_000), '30000'),
  UPLOAD_TIMEOUT_MS: v.optional(wholeNumber(100, 600_000), '600000'),
  DRAIN_MS: v.optional(wholeNumber(0, 600_000)),
  SHUTDOWN_GRACE_MS: v.optional(wholeNumber(100, 600_000), '10000'),
  DEMO: v.optional(flag),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  STAFF_SECOND_FACTOR: v.optional(flag, '0'),
  PRIVATE_PROVIDERS: v.optional(flag),
  SESSION_IDLE_S: v.optional(wholeNumber(30, 86_400), '1200'),
  SESSION_MAX_S: v.optional(wholeNumber(60, 604_800), '43200'),
  ACCESS_TOKEN_S: v.optional(wholeNumber(10, 3600), '300'),
  SESSIONS_KEPT_DAYS: v.optional(wholeNumber(7, 3650), '180'),
  DESK_EVENTS_KEPT_DAYS: v.optional(wholeNumber(60, 3650), '400'),
  X12_KEEP_DAYS: v.optional(wholeNumber(0, 3650), '30'),
  X12_WAIT_DAYS: v.optional(wholeNumber(1, 3650), '90'),
  ARCHIVE_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  EXTRACT_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  AUDIT_ARCHIVE_AFTER_MONTHS: v.optional(wholeNumber(12, 1200)),
  AUDIT_KEPT_YEARS: v.optional(wholeNumber(auditYearsOfLaw, 100)),
  MAIL_KEPT_YEARS: v.optional(wholeNumber(mailYearsOfLaw, 100)),
  PROVIDERS_SHOWN_KEPT_YEARS: v.optional(wholeNumber(shownYearsOfLaw, 100)),
  TOKEN_SIGNING_KEY: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  ID_TOKEN_KEY: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  SANDBOX_BRANDS: v.optional(codes),
  DATA_KEY: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  EVENT_STREAMS: v.optional(wholeNumber(0, 100_000), '5000'),
  EVENT_STREAMS_PERSON: v.optional(wholeNumber(1, 100_000), '20'),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/[^/\s]/, 'must be an smtp:// or smtps:// address'))),
  PHARMACY_URL: v.optional(
    v.pipe(v.string(), v.regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/, 'must be an https:// address')),
  ),
  PHARMACY_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have 32 characters or more'))),
  WALLET_DIR: v.optional(
    v.pipe(
      v.string(),
      v.check((path) => existsSync(path), 'must be a folder (docs/operations.md, "Passes for wallets")'),
    ),
  ),
  GOOGLE_WALLET_URL: v.optional(
    v.pipe(v.string(), v.regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/, 'must be an https:// address')),
  ),
  UTILIZATION_URL: v.optional(
    v.pipe(v.string(), v.regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/, 'must be an https:// address')),
  ),
  UTILIZATION_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have 32 characters or more'))),
  AUDIT_TO: v.optional(
    v.pipe(
      v.string(),
      v.check(isForwardAddress, 'must be syslog+tls://host:port or the https:// address of a collector'),
    ),
  ),
  AUDIT_TO_CA: v.optional(
    v.pipe(
      v.string(),
      v.check((path) => existsSync(path), 'must be the path of a file with certificates'),
    ),
  ),
  AUDIT_TO_TOKEN: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[^/\s]/, 'must be the address of a collector')),
  ),
  OTEL_METRIC_EXPORT_INTERVAL: v.optional(wholeNumber(100, 3_600_000), '60000'),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters or more'))),
  CLAMD: v.optional(v.pipe(v.string(), v.check(isScannerAddress, 'must be host:port or the path of a socket'))),
  CLAMD_WAIT_MS: v.optional(wholeNumber(0, 20_000), '5000'),
  CLAMD_TIMEOUT_MS: v.optional(wholeNumber(100, 600_000), '60000'),
  ATTACHMENT_WORK_MS: v.optional(wholeNumber(50, 600_000), '5000'),
  BRANDS_DIR: v.optional(v.string()),
  SHIPPED_BRANDS: v.optional(codes),
  IMPORT_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  IMPORT_LOOK_MS: v.optional(wholeNumber(50, 3_600_000), '10000'),
  IMPORT_MEMORY_MB: v.optional(wholeNumber(128, 65_536), '1024'),
  S3_ENDPOINT: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^/?#]+\/?$/, 'must be an address without a path'))),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket'))),
  S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the name of a region')), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  S3_SECRET_ACCESS_KEY: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^(sk|rk)_/, 'must be a secret key of Stripe, sk_… or rk_…')),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.regex(/^whsec_/, 'must be a signing secret of Stripe, whsec_…')),
  ),
  DEFAULT_SERVICE_PHONE: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '1-800-555-0199'),
})

/** One server's settings, parsed once at start-up. Times are in seconds. */
export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** An absolute path. */
  readonly dataDir: string
  /** Unset: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Address for direct connections, for listening and schema changes, if `databaseUrl` is a pooler (OP-5). */
  readonly databaseListenUrl: string | undefined
  /** A standby that answers some reads while the primary is unavailable (OP-2). */
  readonly databaseReadUrl: string | undefined
  /** How long a call waits for an unavailable database (OP-2), in ms. */
  readonly outageWaitMs: number
  readonly databasePool: number
  /** Allowed origins besides the one that a request came to. */
  readonly publicOrigins: readonly string[]
  /** Origins whose scripts a brand's pages may load if its settings name one (AN-1). */
  readonly scriptOrigins: readonly string[]
  /** Proxies whose X-Forwarded headers are trusted. */
  readonly trustedProxies: TrustedProxies
  /** How long the server reports that it is not ready while still answering everything, before it stops (OP-3), in ms. */
  readonly drainMs: number
  /** How long running requests get to finish once the server is asked to stop, in ms. */
  readonly shutdownGraceMs: number
  readonly requestTimes: RequestTimes
  readonly demo: boolean
  readonly logLevel: string
  /** Whether staff must set up a second factor before anything else (AD-2); always in production. */
  readonly staffSecondFactor: boolean
  /** Whether identity providers and directories may be in a private network, or on this machine. */
  readonly privateProviders: boolean
  readonly sessionIdleS: number
  readonly sessionMaxS: number
  readonly accessTokenS: number
  readonly retention: Retention
  /** When audit events move from the database to files (OP-7); null: never. */
  readonly auditArchive: ArchiveSettings | null
  /** Folder of the archive files; null: the object store. */
  readonly archiveDir: string | null
  /** Folder of the warehouse extracts (OP-12); null: the object store. */
  readonly extractDir: string | null
  /** Private JWK, or JWKS whose first key signs, as JSON; unset: made once and kept in `dataDir`. */
  readonly tokenSigningKey: string | undefined
  /** The same with RSA keys, for apps' id tokens (OS-45). */
  readonly idTokenKey: string | undefined
  /** Brands whose members are all made up, where an app works as soon as it is registered (OS-36); null: all brands, in the demo. */
  readonly sandboxBrands: readonly string[] | null
  /** 32 bytes in base64, or several separated by commas; unset: made once and kept in `dataDir`. */
  readonly dataKey: string | undefined
  /** The most pages to which this instance pushes new mail at once; the others poll. */
  readonly eventStreams: number
  /** The most for one person; a browser's tabs share one. */
  readonly eventStreamsPerson: number
  /** Unset: e-mail is written to `outbox` in `dataDir`. */
  readonly smtpUrl: string | undefined
  /** The pharmacy service that takes refill requests; null: none, except in the demo. */
  readonly pharmacy: { readonly url: string; readonly secret: string } | null
  /** The plan's system that decides on prior authorizations (OS-56); null: the portal takes no requests. */
  readonly utilization: { readonly url: string; readonly secret: string } | null
  /** Folder of the brands' keys for wallet passes (MP-12), and Google's address if not the default; null: no passes. */
  readonly wallet: { readonly folder: string; readonly googleUrl: string | null } | null
  /** Where audit events are also sent (OP-11); null: nowhere. */
  readonly auditForward: ForwardSettings | null
  /** A Bearer token that gives other machines access to the metrics. */
  readonly metricsToken: string | undefined
  /** Whether traces and metrics go to a collector (OP-9). */
  readonly telemetry: { readonly metricsEveryMs: number } | null
  /** Scans of attachments (MC-4). */
  readonly scanning: {
    /** Where clamd listens; null: files are checked only by name and content. */
    readonly clamd: ScannerAddress | null
    /** How long an upload waits for the verdict, in ms; no one can open the file before then. */
    readonly waitMs: number
    readonly timeoutMs: number
  }
  /** Pause between two rounds of the worker that scans and cleans up attachments, in ms. */
  readonly attachmentWorkMs: number
  /** Folder of brands beside the program's own. */
  readonly brandsDir: string | undefined
  /** Which of the program's brands are served besides `default` and `shop`; null: all. */
  readonly shippedBrands: readonly string[] | null
  /** Absolute path of the folder whose files are imported; null: none. */
  readonly importDir: string | null
  /** Pause between two checks of the import folder, in ms. */
  readonly importLookMs: number
  /** Memory that an import may take for its data, in MB; it runs in its own process. */
  readonly importMemoryMb: number
  /** Number of days that original X12 files are kept; 0: not at all. */
  readonly x12KeepDays: number
  /** Number of days that a claim from an X12 file waits for its member. */
  readonly x12WaitDays: number
  /** Where the bytes of attachments are stored; null: in the database. */
  readonly objectStore: ObjectStoreSettings | null
  /** Takes premium payments (MP-19); null: payments are off, except in the demo, which has a sandbox. */
  readonly stripe: Pick<StripeSettings, 'secretKey' | 'webhookSecret'> | null
  /** Phone number of brands that have none of their own (BR-10). */
  readonly defaultServicePhone: string
}

/** A start-up failure that the operator can fix; its message says everything they need to know. */
export class ConfigError extends Error {}

/**
 * Reads the environment. Throws ConfigError naming every bad variable at once.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const known = Object.fromEntries(
    Object.keys(Environment.entries).flatMap((name) => {
      const value = environment[name]
      return value === undefined || value === '' ? [] : [[name, value] as const]
    }),
  )
  const parsed = v.safeParse(Environment, known)
  const problems = (parsed.issues ?? []).map((issue) => `${v.getDotPath(issue) ?? '?'}: ${issue.message}`)
  const production = known.NODE_ENV === 'production'
  if (production) problems.push(...listMissingInProduction(known))
  problems.push(...listMissing(known, objectStoreNames, 'where attachments are kept in an object store'))
  if (needsOwnAddress(known))
    problems.push(
      'DATABASE_LISTEN_URL: must be set where DATABASE_URL is a pooler, with the address of the database itself',
    )
  for (const name of ['PHARMACY', 'UTILIZATION'])
    if ((known[`${name}_URL`] === undefined) !== (known[`${name}_SECRET`] === undefined))
      problems.push(`${name}_URL, ${name}_SECRET: set both or neither`)
  problems.push(...listUnarchivable(known))
  problems.push(...listMissing(known, stripeNames, 'where payments go through Stripe'))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problemList(problems))
  const env = parsed.output
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseListenUrl: env.DATABASE_LISTEN_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    outageWaitMs: env.DATABASE_OUTAGE_WAIT_MS,
    databasePool: env.DATABASE_POOL,
    publicOrigins: env.PUBLIC_ORIGINS,
    trustedProxies: env.TRUST_PROXY,
    drainMs: env.DRAIN_MS ?? (production ? drainInProductionMs : 0),
    shutdownGraceMs: env.SHUTDOWN_GRACE_MS,
    requestTimes: { headersMs: env.HEADER_TIMEOUT_MS, bodyMs: env.BODY_TIMEOUT_MS, wholeMs: env.UPLOAD_TIMEOUT_MS },
    scriptOrigins: env.SCRIPT_ORIGINS,
    demo: env.DEMO ?? !production,
    logLevel: env.LOG_LEVEL,
    staffSecondFactor: production || env.STAFF_SECOND_FACTOR,
    privateProviders: env.PRIVATE_PROVIDERS ?? !production,
    sessionIdleS: env.SESSION_IDLE_S,
    sessionMaxS: env.SESSION_MAX_S,
    accessTokenS: env.ACCESS_TOKEN_S,
    ...readKept(env),
    tokenSigningKey: env.TOKEN_SIGNING_KEY,
    idTokenKey: env.ID_TOKEN_KEY,
    sandboxBrands: env.SANDBOX_BRANDS ?? ((env.DEMO ?? !production) ? null : []),
    dataKey: env.DATA_KEY,
    eventStreams: env.EVENT_STREAMS,
    eventStreamsPerson: env.EVENT_STREAMS_PERSON,
    smtpUrl: env.SMTP_URL,
    pharmacy: readPartner(env.PHARMACY_URL, env.PHARMACY_SECRET),
    utilization: readPartner(env.UTILIZATION_URL, env.UTILIZATION_SECRET),
    auditForward:
      env.AUDIT_TO === undefined
        ? null
        : readForwardAddress(env.AUDIT_TO, { caFile: env.AUDIT_TO_CA, token: env.AUDIT_TO_TOKEN }),
    metricsToken: env.METRICS_TOKEN,
    telemetry:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? null : { metricsEveryMs: env.OTEL_METRIC_EXPORT_INTERVAL },
    scanning: {
      clamd: env.CLAMD === undefined ? null : readScannerAddress(env.CLAMD),
      waitMs: env.CLAMD_WAIT_MS,
      timeoutMs: env.CLAMD_TIMEOUT_MS,
    },
    attachmentWorkMs: env.ATTACHMENT_WORK_MS,
    brandsDir: env.BRANDS_DIR || undefined,
    shippedBrands: env.SHIPPED_BRANDS ?? null,
    importDir: env.IMPORT_DIR === undefined ? null : resolve(env.IMPORT_DIR),
    importLookMs: env.IMPORT_LOOK_MS,
    importMemoryMb: env.IMPORT_MEMORY_MB,
    ...{ wallet: readWallet(env), x12KeepDays: env.X12_KEEP_DAYS, x12WaitDays: env.X12_WAIT_DAYS },
    objectStore: readObjectStore(env),
    stripe: readStripe(env),
    defaultServicePhone: env.DEFAULT_SERVICE_PHONE,
  }
}

/** A system to which we send requests, signed with a shared secret. */
function readPartner(url: string | undefined, secret: string | undefined) {
  return url === undefined || secret === undefined ? null : { url, secret }
}

function readWallet({ WALLET_DIR: folder, GOOGLE_WALLET_URL: googleUrl }: v.InferOutput<typeof Environment>) {
  return folder === undefined ? null : { folder: resolve(folder), googleUrl: googleUrl?.replace(/\/$/, '') ?? null }
}

/** Retention settings (OP-7). */
function readKept(
  env: v.InferOutput<typeof Environment>,
): Pick<Config, 'retention' | 'auditArchive' | 'archiveDir' | 'extractDir'> {
  const { AUDIT_ARCHIVE_AFTER_MONTHS: afterMonths, ARCHIVE_DIR: archiveDir } = env
  return {
    retention: {
      sessionDays: env.SESSIONS_KEPT_DAYS,
      deskEventDays: env.DESK_EVENTS_KEPT_DAYS,
      mailYears: env.MAIL_KEPT_YEARS ?? null,
      shownYears: env.PROVIDERS_SHOWN_KEPT_YEARS ?? null,
    },
    auditArchive: afterMonths === undefined ? null : { afterMonths, keptYears: env.AUDIT_KEPT_YEARS ?? null },
    archiveDir: archiveDir === undefined ? null : resolve(archiveDir),
    extractDir: env.EXTRACT_DIR === undefined ? null : resolve(env.EXTRACT_DIR),
  }
}

function listUnarchivable(known: Readonly<Record<string, string>>): string[] {
  const [after, years] = [known.AUDIT_ARCHIVE_AFTER_MONTHS, known.AUDIT_KEPT_YEARS]
  return [
    ...(after !== undefined && !known.ARCHIVE_DIR && !known.S3_BUCKET
      ? ['AUDIT_ARCHIVE_AFTER_MONTHS: needs a place for the files: ARCHIVE_DIR, or an object store (S3_…)']
      : []),
    ...(years !== undefined && after === undefined
      ? ['AUDIT_KEPT_YEARS: needs AUDIT_ARCHIVE_AFTER_MONTHS, because only files are removed']
      : []),
  ]
}

function readStripe({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: v.InferOutput<typeof Environment>): Config['stripe'] {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET }
}

/** A pooler delivers no notifications, and no migration can hold its lock through one. */
function needsOwnAddress({ DATABASE_URL, DATABASE_LISTEN_URL }: Readonly<Record<string, string>>): boolean {
  const isPooled = (url = '') => (readAddress(url)?.pooler ?? 'none') !== 'none'
  return isPooled(DATABASE_URL) && (DATABASE_LISTEN_URL === undefined || isPooled(DATABASE_LISTEN_URL))
}

/** With only one of them, payments would be taken without learning their results, or the other way around. */
const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** With only some of them, files would not be stored where the operator thinks. */
const objectStoreNames = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

export function readObjectStore(env: Readonly<Record<string, unknown>>): ObjectStoreSettings | null {
  const {
    S3_ENDPOINT,
    S3_BUCKET,
    S3_REGION = 'us-east-1',
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
  } = env as Readonly<Record<string, string | undefined>>
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: S3_ENDPOINT.replace(/\/$/, ''),
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** The missing ones of a set of settings of which others are present. */
function listMissing(known: Readonly<Record<string, string>>, names: readonly string[], where: string): string[] {
  const missing = names.filter((name) => known[name] === undefined)
  return missing.length === names.length ? [] : missing.map((name) => `${name}: must be set ${where}`)
}

/** Settings that production requires. */
function listMissingInProduction(known: Readonly<Record<string, string>>): string[] {
  const problems: string[] = []
  const embedded = v.safeParse(flag, known.EMBEDDED_IN_PRODUCTION)
  if (known.DATABASE_URL === undefined && !(embedded.success && embedded.output)) {
    problems.push(
      'DATABASE_URL: must be set in production (the embedded database is for trying out; EMBEDDED_IN_PRODUCTION=1 allows it anyway)',
    )
  }
  if (known.TOKEN_SIGNING_KEY === undefined) {
    problems.push(
      'TOKEN_SIGNING_KEY: must be set in production (a private EC P-256 key as JWK, or a JWKS that begins with one)',
    )
  }
  if (known.ID_TOKEN_KEY === undefined) {
    problems.push(
      'ID_TOKEN_KEY: must be set in production (a private RSA key of 2048 bits or more as JWK, or a JWKS of such keys)',
    )
  }
  if (known.DATA_KEY === undefined) {
    problems.push('DATA_KEY: must be set in production (32 random bytes in base64)')
  }
  if (!/[^\s,]/.test(known.PUBLIC_ORIGINS ?? '')) {
    problems.push('PUBLIC_ORIGINS: must name the origins of the portal in production, separated by commas')
  }
  return problems
}

function problemList(problems: readonly string[]): string {
  return `These settings must be corrected:\n${problems.map((problem) => `  ${problem}`).join('\n')}`
}
