import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'ldapts'
import { freePort, programs } from '../../tools/postgres.ts'
import { makeCertificate } from './certificate.ts'
import { createProgram, type Program } from './program.ts'

/** A plan's directory: Debian's OpenLDAP with a few people and groups, and TLS by a certificate of its own. */
export interface Slapd extends Program {
  readonly port: number
  readonly securePort: number
  /** Of the authority that its certificate is of, as it is entered in a connection. */
  readonly certificate: string
  /** Does something as the directory's own administrator. */
  change(work: (admin: Client) => Promise<void>): Promise<void>
  remove(): Promise<void>
}

export const directoryBase = 'dc=plan,dc=example'
export const serviceDn = `cn=portico,${directoryBase}`
export const servicePassword = 'a password for searching'

/** `isWritable`: whether people may change their own password in it. Several servers of one directory may share a certificate. */
export async function startSlapd({ isWritable = true, tls = makeCertificate() } = {}): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-slapd-'))
  const at = (name: string) => join(folder, name)
  const { key, cert } = tls
  writeFileSync(at('cert.pem'), cert)
  writeFileSync(at('key.pem'), key)
  mkdirSync(at('data'))
  const [port, securePort] = [await freePort(), await freePort()]
  writeFileSync(at('slapd.conf'), describe(folder, isWritable))
  writeFileSync(at('people.ldif'), people)
  const { slapd: binary } = programs()
  execFileSync(binary, ['-Tadd', '-f', at('slapd.conf'), '-l', at('people.ldif')], { stdio: 'ignore' })
  const addresses = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${securePort}`
  const program = createProgram({
    command: binary,
    args: ['-d', '0', '-f', at('slapd.conf'), '-h', addresses],
    cwd: folder,
    isUp: () => answers(port),
  })
  await program.start()
  return {
    ...program,
    port,
    securePort,
    certificate: cert.replace(/-----[A-Z ]+-----|\s/g, ''),
    change: async (work) => {
      const admin = new Client({ url: `ldap://127.0.0.1:${port}` })
      await admin.bind(`cn=admin,${directoryBase}`, 'admin')
      await work(admin)
      await admin.unbind()
    },
    remove: async () => {
      await program.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const client = new Client({ url: `ldap://127.0.0.1:${port}`, timeout: 500, connectTimeout: 500 })
  try {
    await client.bind(`cn=admin,${directoryBase}`, 'admin')
    return true
  } finally {
    client.unbind().catch(() => undefined)
  }
}

function describe(folder: string, isWritable: boolean): string {
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
moduleload back_mdb
moduleload ppolicy
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
suffix "${directoryBase}"
rootdn "cn=admin,${directoryBase}"
rootpw admin
directory ${folder}/data
overlay ppolicy
ppolicy_default "cn=policy,${directoryBase}"
access to attrs=userPassword by self ${isWritable ? '=xw' : '=x'} by anonymous auth by * none
access to * by dn.exact="${serviceDn}" read by * break
`
}

const entry = (dn: string, ...lines: readonly string[]) => [`dn: ${dn},${directoryBase}`, ...lines, '', ''].join('\n')
const person = (uid: string, name: string, password: string, number: string) =>
  entry(
    `uid=${uid},ou=people`,
    'objectClass: inetOrgPerson',
    `uid: ${uid}`,
    `cn: ${name}`,
    `sn: ${name.split(' ').at(-1)}`,
    `employeeNumber: ${number}`,
    `userPassword: ${password}`,
  )
/** What the directory asks of passwords: `policy` of everyone, others of those who name them. */
const policy = (name: string, ...more: readonly string[]) =>
  entry(
    `cn=${name}`,
    ...['objectClass: person', 'objectClass: pwdPolicy', `cn: ${name}`, `sn: ${name}`],
    ...['pwdAttribute: userPassword', 'pwdMaxAge: 7776000', ...more],
  )
const group = (name: string, ...members: readonly string[]) =>
  entry(
    `cn=${name},ou=groups`,
    'objectClass: groupOfNames',
    `cn: ${name}`,
    ...members.map((one) => `member: ${one},${directoryBase}`),
  )

/** `desk` is in `service`, which is in `everyone`, which is in `service` again. */
const people = [
  `dn: ${directoryBase}\nobjectClass: dcObject\nobjectClass: organization\ndc: plan\no: The plan\n\n`,
  entry('ou=people', 'objectClass: organizationalUnit', 'ou: people'),
  entry('ou=groups', 'objectClass: organizationalUnit', 'ou: groups'),
  entry('cn=portico', 'objectClass: person', 'cn: portico', 'sn: portico', `userPassword: ${servicePassword}`),
  policy('policy'),
  policy('strict', 'pwdMustChange: TRUE'),
  person('dana', 'Dana Reyes', 'dana and her password', 'E-1001'),
  person('luis', 'Luis Ortega', 'luis and his password', 'E-1002'),
  person('o(b*r)', 'Odd Name', 'an odd name', 'E-1003'),
  group('desk', 'uid=dana,ou=people'),
  group('service', 'cn=desk,ou=groups', 'cn=everyone,ou=groups'),
  group('everyone', 'cn=service,ou=groups', 'uid=luis,ou=people'),
].join('')
