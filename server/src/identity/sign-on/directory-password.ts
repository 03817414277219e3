import { Attribute, BerWriter, Change, ResultCodeError } from 'ldapts'
import { bindAs, findById, isDueAfterBind, isNoPassword } from './directory.ts'
import { type DirectoryClient, withDirectory } from './directory-connection.ts'
import { SignOnFailure } from './protocol.ts'

/** The operation that sets a password (RFC 3062), with fields tagged 0 to 2. */
const modifyPassword = '1.3.6.1.4.1.4203.1.11.1'
const oldTag = 0x81
const newTag = 0x82

/** Whether a password belongs to the person with an id. Throws SignOnFailure `password-due`, and failures of the directory. */
export function isPassword(client: DirectoryClient, id: string, password: string): Promise<boolean> {
  if (isNoPassword(password)) return Promise.resolve(false)
  return withDirectory(client, async (at) => {
    const dn = await findById(at, client.settings, id)
    return dn !== null && (await isTheirs(bindAs(at, dn, password)))
  })
}

export type Said = 'set' | 'wrong' | 'weak' | 'not-writable'

/** Sets a person's password as that person, so that the directory's own rules for people apply (ER-7). Throws like `isPassword`. */
export function setPassword(
  client: DirectoryClient,
  id: string,
  passwords: { readonly current: string; readonly next: string },
): Promise<Said> {
  if (isNoPassword(passwords.current)) return Promise.resolve('wrong')
  const { isActiveDirectory } = client.settings
  return withDirectory(client, async (at) => {
    const dn = await findById(at, client.settings, id)
    if (dn === null || !(await isTheirs(isDueAfterBind(at, dn, passwords.current)))) return 'wrong'
    try {
      if (isActiveDirectory) await at.modify(dn, describeChange(passwords))
      else await at.exop(modifyPassword, describePasswords(passwords))
      return 'set'
    } catch (error) {
      if (error instanceof ResultCodeError) return error.code === 19 ? 'weak' : 'not-writable'
      throw error
    }
  })
}

async function isTheirs(binding: Promise<unknown>): Promise<boolean> {
  try {
    await binding
    return true
  } catch (error) {
    if (error instanceof SignOnFailure && error.outcome === 'password-wrong') return false
    throw error
  }
}

function describePasswords({ current, next }: { readonly current: string; readonly next: string }): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeString(current, oldTag)
  writer.writeString(next, newTag)
  writer.endSequence()
  return writer.buffer
}

/** Active Directory takes a quoted text in UTF-16: the old value is deleted and the new one added. */
function describeChange({ current, next }: { readonly current: string; readonly next: string }): Change[] {
  const toValue = (text: string) => Buffer.from(`"${text}"`, 'utf16le')
  const describe = (operation: 'delete' | 'add', text: string) =>
    new Change({ operation, modification: new Attribute({ type: 'unicodePwd', values: [toValue(text)] }) })
  return [describe('delete', current), describe('add', next)]
}
