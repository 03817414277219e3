// Setup before `npm start` and `npm test`, in plain JavaScript: it runs before anything is installed, on whatever Node started npm.
// Each step runs only when needed, and prints what it does.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const cache = join(root, '.cache')
const isWindows = process.platform === 'win32'
const isRoot = process.getuid?.() === 0
const goal = process.argv[2] ?? 'start'
const stamp = join(root, 'node_modules', '.portico-installed')

// Of what runs after this, 1 means that it ran and found something: `npm run import`, `npm run audit:verify`.
process.on('uncaughtException', (error) => stop(error.message))

if (goal === 'stamp') {
  stampInstalled()
  process.exit(0)
}
install()
const node = nodeBinary()
if (goal !== 'install') build(node)
if (!['install', 'setup'].includes(goal)) prepareDatabase(node)
if (goal === 'test') {
  mkdirSync(cache, { recursive: true })
  const found = {
    chromium: chromium(),
    firefox: firefox(),
    postgres: postgres(),
    clamd: clamd(),
    pgbouncer: pgbouncer(),
    pgbackrest: pgbackrest(),
    slapd: slapd(),
    openssl: openssl(),
  }
  writeFileSync(join(cache, 'programs.json'), JSON.stringify(found, null, 2))
  const programs = [
    found.chromium,
    found.firefox,
    join(found.postgres, 'postgres'),
    found.clamd,
    found.pgbouncer,
    found.pgbackrest,
  ]
  for (const program of programs) say(`using ${versionOf(program)} (${program})`)
}

function say(text) {
  console.log(`prepare: ${text}`)
}

function stop(text) {
  console.error(`prepare: ${text}`)
  process.exit(2)
}

function install() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return
  if (!mayWrite()) {
    stop('the packages of this version are not installed; have the owner of the folder run `npm run setup` in it')
  }
  say('installing packages from the lock file')
  // Removed until the install is complete; the new stamp is a new file.
  rmSync(stamp, { force: true })
  // Not `npm ci`: it refuses a lock file that lacks another platform's binary package, which registries may lack too.
  const args = ['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error']
  const done = spawnSync('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
  })
  if (done.status !== 0) stop('npm install failed; see above')
  stampInstalled()
}

/** npm calls this after every install of its own (`postinstall`), so that packages count as installed whoever ran npm. */
function stampInstalled() {
  rmSync(stamp, { force: true })
  writeFileSync(stamp, lockHash())
}

function lockHash() {
  return hash([join(root, 'package-lock.json')])
}

/** Whether this user may change the program; its own user in production may not. */
function mayWrite() {
  try {
    accessSync(existsSync(dirname(stamp)) ? dirname(stamp) : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The Node that the lock file pins for this platform, or else the running one, if it is new enough. */
function nodeBinary() {
  const pinned = join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')
  if (existsSync(pinned)) return pinned
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  return stop(`there is no pinned Node for ${process.platform} ${process.arch}; run this with Node 22.18 or later`)
}

function build(nodePath) {
  const shared = ['packages', 'package-lock.json']
  makeOnce({ what: 'the page', into: 'web/dist', by: 'tools/build.ts', of: ['web', 'content', ...shared], nodePath })
  makeOnce({ what: 'the server', into: 'server/dist', by: 'tools/bundle.ts', of: ['server/src', ...shared], nodePath })
}

/** Runs a program again once what it makes something of has changed. */
function makeOnce({ what, into, by, of, nodePath }) {
  const stamp = join(root, into, '.built')
  const wanted = hash([...of, by].flatMap((name) => filesBelow(join(root, name))))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say(`building ${what}`)
  const done = spawnSync(nodePath, [by], { cwd: root, stdio: 'inherit', shell: isWindows })
  if (done.status !== 0) stop('the build failed; see above')
  writeFileSync(stamp, wanted)
}

/** First starts with demo data copy what this creates; without it they are slower, but work. */
function prepareDatabase(nodePath) {
  const isThere = existsSync(join(process.env.DATA_DIR ?? join(root, '.data'), 'db'))
  if (goal === 'start' && (isThere || process.env.DATABASE_URL)) return
  const args = ['tools/prepare-database.ts', ...(goal === 'test' ? ['today'] : [])]
  spawnSync(nodePath, args, { cwd: root, stdio: 'inherit', shell: isWindows })
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'dist')
    .flatMap((entry) => filesBelow(join(path, entry.name)))
    .sort()
}

function hash(files) {
  const sum = createHash('sha256')
  for (const file of files) sum.update(file.slice(root.length)).update(readFileSync(file))
  return sum.digest('hex')
}

/**
 * Path of a Chromium or Chrome; installed with the system's package manager if there is none. Debian's headless Chromium takes half
 * the time: as root it is installed in addition to another one, where Debian has it.
 */
function chromium() {
  const shell = 'chromium-headless-shell'
  const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const places = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ]
  const find = () => process.env.CHROMIUM ?? names.map(onPath).find(Boolean) ?? places.find((path) => existsSync(path))
  const found = find()
  const isWanted = process.env.CHROMIUM === undefined && onPath(shell) === undefined
  if (isWanted && onPath('apt-get') && (isRoot || found === undefined)) {
    say(`asking Debian for ${shell}`)
    aptInstall([shell])
  }
  return find() ?? bring('Chromium', find, { debian: ['chromium'], brew: ['--cask', 'chromium'] })
}

/** Path of Firefox. */
function firefox() {
  const names = ['firefox-esr', 'firefox']
  const places = [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    'C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe',
  ]
  const find = () => process.env.FIREFOX ?? names.map(onPath).find(Boolean) ?? places.find((path) => existsSync(path))
  return find() ?? bring('Firefox', find, { debian: ['firefox-esr'], brew: ['--cask', 'firefox'] })
}

/** Folder of PostgreSQL's server programs (initdb, postgres), version 15 or later. */
function postgres() {
  const find = () => {
    const folders = [
      process.env.POSTGRES_BIN,
      ...versions('/usr/lib/postgresql', 'bin'),
      ...versions('/opt/homebrew/opt', 'bin', /^postgresql@(\d+)$/),
      ...versions('C:\\Program Files\\PostgreSQL', 'bin'),
      ...versions('/usr', 'bin', /^pgsql-(\d+)$/),
    ]
    const onSystem = onPath('initdb')
    if (onSystem) folders.push(dirname(onSystem))
    return folders.find((folder) => folder && existsSync(join(folder, isWindows ? 'initdb.exe' : 'initdb')))
  }
  return find() ?? bring('PostgreSQL', find, { debian: ['postgresql'], brew: ['postgresql@17'] })
}

/** Path of ClamAV's daemon. Its signatures are not used: the tests bring their own. */
function clamd() {
  const places = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd']
  const find = () => process.env.CLAMD_BIN ?? onPath('clamd') ?? places.find((path) => existsSync(path))
  return find() ?? bring('ClamAV', find, { debian: ['clamav-daemon'], brew: ['clamav'] })
}

/** Path of pgBackRest. */
function pgbackrest() {
  const places = ['/usr/bin/pgbackrest', '/opt/homebrew/bin/pgbackrest']
  const find = () => onPath('pgbackrest') ?? places.find((path) => existsSync(path))
  return find() ?? bring('pgBackRest', find, { debian: ['pgbackrest'], brew: ['pgbackrest'] })
}

/** Path of PgBouncer. */
function pgbouncer() {
  const places = ['/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
  const find = () => onPath('pgbouncer') ?? places.find((path) => existsSync(path))
  return find() ?? bring('PgBouncer', find, { debian: ['pgbouncer'], brew: ['pgbouncer'] })
}

/** Path of OpenLDAP's daemon. Debian's package starts none where services may not be started; the tests start their own. */
function slapd() {
  const places = ['/usr/sbin/slapd', '/usr/local/libexec/slapd', '/opt/homebrew/opt/openldap/libexec/slapd']
  const find = () => onPath('slapd') ?? places.find((path) => existsSync(path))
  return find() ?? bring('OpenLDAP', find, { debian: ['slapd'], brew: ['openldap'] })
}

/** Path of OpenSSL, by which tests check what is signed here. */
function openssl() {
  const find = () => onPath('openssl')
  return find() ?? bring('OpenSSL', find, { debian: ['openssl'], brew: ['openssl'] })
}

/** Version folders below a path, newest first, 15 and later. */
function versions(place, below, pattern = /^(\d+)$/) {
  if (!existsSync(place)) return []
  return readdirSync(place)
    .map((name) => ({ name, version: Number(pattern.exec(name)?.[1] ?? 0) }))
    .filter(({ version }) => version >= 15)
    .sort((a, b) => b.version - a.version)
    .map(({ name }) => join(place, name, below))
}

function bring(what, find, packages) {
  say(`${what} is missing; asking the system's package manager for it`)
  if (onPath('apt-get')) aptInstall(packages.debian)
  else if (onPath('brew')) run(['brew', 'install', ...packages.brew])
  return find() ?? stop(`${what} could not be installed; install it and run this again`)
}

function aptInstall(packages) {
  const apt = [...(isRoot ? [] : ['sudo']), 'apt-get']
  if (run([...apt, 'update', '-qq'])) run([...apt, 'install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/** Whether the program succeeded; prints a message if not. */
function run([program, ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  if (status !== 0) say(`${program} ${args.join(' ')} failed`)
  return status === 0
}

/** Name and version as a program reports them; not for browsers on Windows, where the question opens a window. */
function versionOf(program) {
  const said = isWindows ? '' : spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 }).stdout
  return said?.trim().split('\n')[0] || basename(program)
}

function onPath(name) {
  const endings = isWindows ? ['.exe', '.cmd'] : ['']
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find((path) => existsSync(path))
}
