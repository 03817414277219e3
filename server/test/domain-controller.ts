import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Attribute, Change, Client } from 'ldapts'
import { findInstalled } from '../../tools/postgres.ts'
import { makeCertificate } from './certificate.ts'
import { createProgram } from './program.ts'

/** A domain of Active Directory: Debian's Samba as its controller. */
export interface DomainController {
  readonly address: string
  /** Of the authority that its certificate is of, as it is entered in a connection. */
  readonly certificate: string
  /** Does something as the domain's administrator. */
  change(work: (admin: Client) => Promise<void>): Promise<void>
  remove(): Promise<void>
}

export const domainBase = 'DC=plan,DC=example'
const administratorPassword = 'A-Domain-2-Keep!'
/** Samba listens on the ports of LDAP alone. */
const port = 636

/** Makes a domain and starts its controller; without Kerberos, DNS and shares, which nobody asks here. */
export async function startDomainController(): Promise<DomainController> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-domain-'))
  const at = (name: string) => join(folder, name)
  const domain = ['--realm=PLAN.EXAMPLE', '--domain=PLAN', `--adminpass=${administratorPassword}`]
  const alone = ['--dns-backend=NONE', '--host-name=dc1', '--host-ip=127.0.0.1', '--server-role=dc']
  const { tool, samba } = { tool: findInstalled('samba-tool') ?? '', samba: findInstalled('samba') ?? '' }
  execFileSync(tool, ['domain', 'provision', ...domain, ...alone, `--targetdir=${folder}`], { stdio: 'ignore' })
  const { key, cert } = makeCertificate()
  mkdirSync(at('tls'))
  writeFileSync(at('tls/cert.pem'), cert)
  writeFileSync(at('tls/key.pem'), key, { mode: 0o600 })
  writeFileSync(at('served.conf'), describe(at))
  const program = createProgram({
    command: samba,
    args: ['-i', '-M', 'single', `--configfile=${at('served.conf')}`],
    cwd: folder,
    detached: true,
    isUp: async () => {
      await asAdministrator(async () => undefined)
      return true
    },
  })
  await program.start()
  return {
    address: `ldaps://127.0.0.1:${port}`,
    certificate: cert.replace(/-----[A-Z ]+-----|\s/g, ''),
    change: asAdministrator,
    remove: async () => {
      await program.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function asAdministrator(work: (admin: Client) => Promise<void>): Promise<void> {
  const tlsOptions = { rejectUnauthorized: false }
  const admin = new Client({ url: `ldaps://127.0.0.1:${port}`, tlsOptions, timeout: 5_000, connectTimeout: 5_000 })
  try {
    await admin.bind(`CN=Administrator,CN=Users,${domainBase}`, administratorPassword)
    await work(admin)
  } finally {
    await admin.unbind()
  }
}

function describe(at: (name: string) => string): string {
  const folders = [
    'binddns dir = bind-dns',
    'cache directory = cache',
    'private dir = private',
    'state directory = state',
  ]
  const sockets = ['pid directory = pid', 'ncalrpc dir = ncalrpc', 'ntp signd socket directory = ntp', 'log file = log']
  const files = ['tls keyfile = tls/key.pem', 'tls certfile = tls/cert.pem']
  for (const name of ['pid', 'log']) mkdirSync(at(name), { recursive: true })
  const inFolder = (line: string) => line.replace(/ = (.+)$/, (_all, name: string) => ` = ${at(name)}`)
  return `[global]
netbios name = DC1
realm = PLAN.EXAMPLE
workgroup = PLAN
server role = active directory domain controller
server services = ldap
interfaces = 127.0.0.1/8
bind interfaces only = yes
lock directory = ${at('')}
tls enabled = yes
tls cafile =
${[...folders, ...sockets, ...files].map(inFolder).join('\n')}
`
}

const encode = (password: string) => Buffer.from(`"${password}"`, 'utf16le')

export async function addUser(
  admin: Client,
  name: string,
  { password, isDisabled = false }: { readonly password: string; readonly isDisabled?: boolean },
): Promise<void> {
  await admin.add(`CN=${name},OU=People,${domainBase}`, {
    ...{ objectClass: ['user'], sAMAccountName: name, userPrincipalName: `${name}@plan.example` },
    ...{ employeeID: `E-${name}`, userAccountControl: isDisabled ? '514' : '512' },
    unicodePwd: encode(password) as unknown as string,
  })
}

export async function setAttribute(admin: Client, dn: string, type: string, ...values: string[]): Promise<void> {
  await admin.modify(dn, new Change({ operation: 'replace', modification: new Attribute({ type, values }) }))
}
