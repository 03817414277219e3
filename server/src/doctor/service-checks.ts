import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import { canOpenSecrets } from '../identity/account-security/authenticator-app.ts'
import { loadTokenKeys } from '../identity/tokens/token-keys.ts'
import { createClamdScanner } from '../messages/attachments/scanner.ts'
import { createSink } from '../platform/audit/forward/sink.ts'
import type { Config } from '../platform/config.ts'
import { loadDataKey } from '../platform/data-key.ts'
import type { Reader } from '../platform/db/database.ts'
import { createObjectStorage, formatPartName } from '../platform/storage/object-storage.ts'
import { createAskObjects } from '../platform/storage/objects.ts'
import { type Finding, findingsAbout, readErrorCode } from './finding.ts'
import { listStoredAttachments } from './store.ts'

const waitMs = 10_000

export async function checkMail({ smtpUrl: url }: Config): Promise<Finding> {
  const { ok, warn, fail } = findingsAbout('mail')
  if (url === undefined)
    return warn('SMTP_URL is not set: no e-mail is sent, each is written to a file in DATA_DIR/outbox.')
  const times = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs }
  const mailer = nodemailer.createTransport({ url, ...times })
  try {
    await mailer.verify()
    return ok('The mail server answers and lets us in. It must be allowed to send for the sender of every brand.')
  } catch (error) {
    const code = readErrorCode(error)
    return fail(
      code.startsWith('EAUTH')
        ? `The mail server of SMTP_URL does not let us in (${code}): check user and password.`
        : `The mail server of SMTP_URL cannot be reached (${code}): check host and port, smtp or smtps, and that its certificate is trusted.`,
    )
  } finally {
    mailer.close()
  }
}

/** Sends nothing to where audit events go, in the way that they are sent. */
export async function checkAuditForward({ auditForward }: Config): Promise<Finding> {
  const { ok, fail } = findingsAbout('audit')
  if (auditForward === null)
    return ok('Audit events stay in the database; AUDIT_TO sends them to another system as well.')
  try {
    await createSink(auditForward).send([])
    return ok('The system of AUDIT_TO takes audit events.')
  } catch (error) {
    return fail(
      `The system of AUDIT_TO takes no audit events (${readErrorCode(error)}): check the address, AUDIT_TO_CA for a certificate of your own authority, and AUDIT_TO_TOKEN.`,
    )
  }
}

export async function checkScanner({ scanning: { clamd, timeoutMs } }: Config): Promise<Finding> {
  const { ok, warn, fail } = findingsAbout('scanner')
  if (clamd === null)
    return warn('CLAMD is not set: attachments are not scanned for viruses, only checked by name and content.')
  return (await createClamdScanner(clamd, timeoutMs).answers())
    ? ok('clamd answers.')
    : fail(
        'clamd does not answer at CLAMD: uploads wait until it does. Is it running, and does TCPSocket or LocalSocket fit?',
      )
}

/** Writes, reads and removes an object, in the way that attachments are stored. */
export async function checkStore({ objectStore }: Config): Promise<Finding> {
  const { ok, fail } = findingsAbout('store')
  if (objectStore === null) return ok('Attachments are kept in the database.')
  const storage = createObjectStorage(objectStore)
  const key = { memberId: randomUUID(), attachmentId: randomUUID() }
  try {
    await storage.write(key, Readable.from([Buffer.from('doctor')]))
    let read = ''
    for await (const part of storage.read(key)) read += part.toString()
    await storage.remove(key)
    return read === 'doctor'
      ? ok('Objects can be written, read and removed.')
      : fail('What was written is not what is read.')
  } catch (error) {
    const reason = error instanceof Error ? error.message : readErrorCode(error)
    return fail(
      `${reason} Check S3_ENDPOINT, S3_BUCKET, S3_REGION and the key, which must be allowed to put, get and delete.`,
    )
  }
}

const maxLooked = 200
const maxNamed = 10

/** Whether the object store has the files that the newest rows name: after a restore to a moment it may lack some (OP-6). */
export async function checkObjects(
  db: Reader,
  { objectStore }: Pick<Config, 'objectStore'>,
): Promise<readonly Finding[]> {
  if (objectStore === null) return []
  const { ok, warn, fail } = findingsAbout('objects')
  const ask = createAskObjects(objectStore)
  const rows = await listStoredAttachments(db, maxLooked)
  const missing: string[] = []
  try {
    for (const key of rows) if ((await ask('HEAD', formatPartName(key, 0))) === null) missing.push(key.attachmentId)
  } catch (error) {
    return [fail(error instanceof Error ? error.message : readErrorCode(error))]
  }
  if (missing.length === 0) return [ok(`The store has the files of the newest ${rows.length} attachments.`)]
  const named = missing.slice(0, maxNamed).join(', ')
  return [
    warn(
      `${missing.length} of ${rows.length} files are missing from the store:\n${named}${missing.length > maxNamed ? ' …' : ''}`,
    ),
  ]
}

/** Checks that the settings hold valid keys, and that the data key opens stored data. */
export async function checkKeys(config: Config, db: Reader | null): Promise<Finding> {
  const { ok, warn, fail } = findingsAbout('keys')
  const { tokenSigningKey, dataKey: configured, dataDir } = config
  const kept = join(dataDir, 'keys')
  if (tokenSigningKey === undefined || configured === undefined) {
    const files = ['token-signing.json', 'data.key'].filter((name) => existsSync(join(kept, name)))
    const found = files.length === 2 ? 'They are kept' : 'They will be made by the first start and kept'
    return warn(`${found} in ${kept}: back them up, and give TOKEN_SIGNING_KEY and DATA_KEY where several servers run.`)
  }
  try {
    await loadTokenKeys({ configured: tokenSigningKey, dataDir, warn: () => undefined })
    const opens = db && (await canOpenSecrets(db, loadDataKey({ configured, dataDir })))
    if (opens === false)
      return fail('DATA_KEY does not open what is stored: it is not the key that this database was filled with.')
    return ok('Both are keys.')
  } catch (error) {
    return fail(error instanceof Error ? error.message : readErrorCode(error))
  }
}

/** Checks the folders that are read and written, and the page that is served. */
export async function checkFiles(
  { dataDir }: Config,
  { root, importDir }: { readonly root: string; readonly importDir: string | undefined },
): Promise<Finding[]> {
  const page = findingsAbout('page')
  const folder = findingsAbout('folders')
  const isBuilt = ['server/render.js', 'client/assets'].every((name) => existsSync(join(root, 'web/dist', name)))
  return [
    isBuilt ? page.ok('It is built.') : page.fail('It is not built: npm run build'),
    await writable(dataDir).then(
      () => folder.ok(`DATA_DIR can be written.`),
      () => folder.fail(`${dataDir} cannot be written: set DATA_DIR to a folder of the user that runs the server.`),
    ),
    ...(importDir === undefined ? [] : [await readable(importDir)]),
  ]

  async function readable(path: string): Promise<Finding> {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (!isFolder) return folder.fail(`IMPORT_DIR ${path} is not a folder.`)
    return access(path, constants.R_OK | constants.X_OK).then(
      () => folder.ok('IMPORT_DIR can be read.'),
      () => folder.fail(`IMPORT_DIR ${path} cannot be read by the user that runs the server.`),
    )
  }
}

async function writable(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await access(path, constants.W_OK | constants.X_OK)
}
