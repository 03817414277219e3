// Setup before `npm start` and `npm test`, in plain JavaScript: it runs before anything is installed, on whatever Node started npm.
// Each step runs only when needed, and prints what it does.
import { spawn, spawnSync } from 'node:child_process'
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
import { freemem } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const cache = join(root, '.cache')
const isWindows = process.platform === 'win32'
const isRoot = process.getuid?.() === 0
const goal = process.argv[2] ?? 'start'
const stamp = join(root, 'node_modules', '.portico-installed')
/** The sources of both the page and the server. */
const shared = ['packages', 'package-lock.json']

// Exits with 2: for commands that run after this, such as `npm run import` and `npm run audit:verify`, 1 means that they ran and found
// something.
process.on('uncaughtException', (error) => stop(error.message))

if (goal === 'stamp') {
  stampInstalled()
  process.exit(0)
}
// The system's packages install while npm's do.
const bringing = goal === 'test' ? bringPrograms() : undefined
await install()
const node = nodeBinary()
const made = []
if (goal !== 'install') made.push(buildPage, buildServer)
if (!['install', 'setup'].includes(goal)) made.push(prepareDatabase)
if (!(await runAll(made))) stop('the build failed; see above')
if (bringing) {
  await bringing
  notePrograms()
}

function say(text) {
  console.log(`prepare: ${text}`)
}

function stop(text) {
  console.error(`prepare: ${text}`)
  process.exit(2)
}

async function install() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return
  if (!mayWrite()) {
    stop('the packages of this version are not installed; have the owner of the folder run `npm run setup` in it')
  }
  say('installing packages from the lock file')
  // Removed until the install is complete; the new stamp is a new file.
  rmSync(stamp, { force: true })
  // Not `npm ci`: it refuses a lock file that lacks another platform's binary package, which registries may lack too.
  const args = ['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error']
  if (!(await runHere('npm', args))) stop('npm install failed; see above')
  stampInstalled()
}

/** npm calls this after every install (`postinstall`), so that packages count as installed whoever ran npm. */
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

function buildPage(nodePath) {
  return makeOnce({
    what: 'the page',
    into: 'web/dist',
    by: 'tools/build.ts',
    of: ['web', 'content', ...shared],
    nodePath,
  })
}

function buildServer(nodePath) {
  return makeOnce({
    what: 'the server',
    into: 'server/dist',
    by: 'tools/bundle.ts',
    of: ['server/src', ...shared],
    nodePath,
  })
}

/** Runs a program again once its sources have changed. Resolves to whether the result was made. */
async function makeOnce({ what, into, by, of, nodePath }) {
  const stamp = join(root, into, '.built')
  const wanted = hash([...of, by].flatMap((name) => filesBelow(join(root, name))))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  say(`building ${what}`)
  if (!(await runHere(nodePath, [by]))) return false
  writeFileSync(stamp, wanted)
  return true
}

/** First starts with demo data copy what this creates; without it they are slower, but work. */
async function prepareDatabase(nodePath) {
  const isThere = existsSync(join(process.env.DATA_DIR ?? join(root, '.data'), 'db'))
  if (goal === 'start' && (isThere || process.env.DATABASE_URL)) return true
  await runHere(nodePath, ['tools/prepare-database.ts', ...(goal === 'test' ? ['today'] : [])])
  return true
}

/** Whether all of them succeeded; runs them at the same time if there is enough memory. */
async function runAll(steps) {
  if (freemem() > 4 * 1024 ** 3) return !(await Promise.all(steps.map((step) => step(node)))).includes(false)
  for (const step of steps) if (!(await step(node))) return false
  return true
}

/** Whether a program succeeded; the program prints its own output. */
function runHere(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', shell: isWindows, ...options })
  return new Promise((done) => {
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
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
 * The programs that tests need, and where they are. `debian` and `brew` name the packages that have one, the best first; `isWanted`: the
 * best one is installed even if there is another.
 */
function listPrograms() {
  return [
    chromium(),
    firefox(),
    { name: 'postgres', what: 'PostgreSQL', find: findPostgres, debian: ['postgresql'], brew: ['postgresql@17'] },
    {
      name: 'clamd',
      what: 'ClamAV',
      // Its own signatures are not used: the tests bring theirs.
      find: () => process.env.CLAMD_BIN ?? place('clamd', ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']),
      debian: ['clamav-daemon'],
      brew: ['clamav'],
    },
    {
      name: 'pgbouncer',
      what: 'PgBouncer',
      find: () => place('pgbouncer', ['/usr/sbin', '/opt/homebrew/bin']),
      debian: ['pgbouncer'],
      brew: ['pgbouncer'],
    },
    {
      name: 'pgbackrest',
      what: 'pgBackRest',
      find: () => place('pgbackrest', ['/usr/bin', '/opt/homebrew/bin']),
      debian: ['pgbackrest'],
      brew: ['pgbackrest'],
    },
    {
      name: 'slapd',
      what: 'OpenLDAP',
      // Debian's package starts no server where services may not be started; the tests start their own.
      find: () => place('slapd', ['/usr/sbin', '/usr/local/libexec', '/opt/homebrew/opt/openldap/libexec']),
      debian: ['slapd'],
      brew: ['openldap'],
    },
    // Tests verify our signatures with it.
    { name: 'openssl', what: 'OpenSSL', find: () => onPath('openssl'), debian: ['openssl'], brew: ['openssl'] },
  ]
}

/** Debian's headless Chromium takes half the time: as root it is installed in addition to another browser, if Debian has it. */
function chromium() {
  const shell = 'chromium-headless-shell'
  const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const places = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ]
  return {
    name: 'chromium',
    what: 'Chromium',
    find: () => process.env.CHROMIUM ?? names.map(onPath).find(Boolean) ?? places.find((path) => existsSync(path)),
    isWanted: isRoot && onPath('apt-get') && process.env.CHROMIUM === undefined && onPath(shell) === undefined,
    debian: [shell, 'chromium'],
    brew: ['--cask', 'chromium'],
  }
}

function firefox() {
  const names = ['firefox-esr', 'firefox']
  const places = [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    'C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe',
  ]
  const find = () => process.env.FIREFOX ?? names.map(onPath).find(Boolean) ?? places.find((path) => existsSync(path))
  return { name: 'firefox', what: 'Firefox', find, debian: names, brew: ['--cask', 'firefox'] }
}

/** Folder of PostgreSQL's server programs (initdb, postgres), version 15 or later. */
function findPostgres() {
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

function place(name, folders) {
  return onPath(name) ?? folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
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

/** Asks the system's package manager for the missing packages: all at once, then one by one if that fails. */
async function bringPrograms() {
  const missing = listPrograms().filter(({ find, isWanted }) => isWanted || find() === undefined)
  if (missing.length === 0) return
  say(`asking the system's package manager for ${missing.map(({ what }) => what).join(', ')}`)
  if (onPath('apt-get')) await aptInstall(missing)
  else if (onPath('brew')) for (const { brew } of missing) await run(['brew', 'install', ...brew])
}

async function aptInstall(missing) {
  const apt = [...(isRoot ? [] : ['sudo']), 'apt-get']
  const install = (packages) => run([...apt, 'install', '-y', '-qq', '--no-install-recommends', ...packages])
  if (!(await run([...apt, 'update', '-qq']))) return
  if (await install(missing.map(({ debian }) => debian[0]))) return
  for (const { debian, find, isWanted } of missing) {
    if (isWanted) await install(debian.slice(0, 1))
    for (const one of debian) if (find() === undefined) await install([one])
  }
}

/** Writes down where the programs are, and says which ones are used. */
function notePrograms() {
  const found = {}
  for (const { name, what, find } of listPrograms()) {
    found[name] = find() ?? stop(`${what} could not be installed; install it and run this again`)
  }
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'programs.json'), JSON.stringify(found, null, 2))
  const { postgres, slapd: _, openssl: __, ...others } = found
  for (const program of [join(postgres, 'postgres'), ...Object.values(others)]) {
    say(`using ${versionOf(program)} (${program})`)
  }
}

/** Whether the program succeeded; prints a message if not. */
async function run([program, ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const isDone = await runHere(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env, shell: false })
  if (!isDone) say(`${program} ${args.join(' ')} failed`)
  return isDone
}

/** Name and version as a program reports them; not for browsers on Windows, where asking opens a window. */
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
