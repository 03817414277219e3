import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import type { Call } from '@portico/contract/call'
import { describe, expect, test } from 'vitest'
import { migrations } from '../server/src/platform/db/migrate.ts'

const root = resolve(import.meta.dirname, '..')
const sources = globSync('{packages/*,server,web}/src/**/*.{ts,tsx}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))
const product = sources.filter(({ file }) => !/\.test\.tsx?$/.test(file))

/** The part of the house that an imported module belongs to: `rules`, `contract`, `server`, `web` or a package's name. */
function listImports({ file, text }: { file: string; text: string }): string[] {
  const pattern = /^(?:import\b.*|export\b.*|\} )from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
  const from = [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  return from.map((name) => {
    if (name.startsWith('@portico/')) return name.split('/')[1] ?? ''
    if (!name.startsWith('.')) return name
    return findPart(relative(root, resolve(root, file, '..', name)))
  })
}

function findPart(file: string): string {
  const [first = '', second = ''] = file.split('/')
  return first === 'packages' ? second : first
}

/** Which parts of the house each part may import (architecture: imports run one way). */
const allowed: Record<string, readonly string[]> = {
  rules: ['rules'],
  contract: ['contract', 'rules'],
  server: ['server', 'contract', 'rules'],
  web: ['web', 'contract', 'rules'],
}

/**
 * The wings of the server and of the page, from the ground up. Modules beside them at the top (`app.ts`, `portal.ts`, the doctor,
 * `main.tsx`) assemble the house and may import from all of them.
 */
const wings: Readonly<Record<string, readonly string[]>> = {
  'server/src': [
    'platform',
    'brands',
    'mailing',
    'identity',
    'member',
    'care',
    'apis',
    'messages',
    'sales',
    'staff',
    'imports',
    'pages',
    'demo',
  ],
  'web/src': ['base', 'ui', 'kit', 'session', 'shared', 'member', 'public', 'producer', 'staff', 'shell', 'app'],
}

/** Modules that a capability keeps to itself. */
const ownModule = /(?:\/|-)(?:store|routes)\.ts$/

/**
 * Stores that other capabilities read as well. No more are added; a store leaves the list when others go through a function of its
 * capability.
 */
const sharedStores: readonly string[] = [
  'apis/connect/grant-store',
  'brands/config-lists/setting-store',
  'brands/content/store',
  'care/finder/store',
  'identity/accounts/closing-store',
  'identity/recovery/store',
  'identity/sessions/routes',
  'identity/sign-on/store',
  'mailing/email/store',
  'member/claims/mention-store',
  'member/claims/store',
  'member/member/store',
  'messages/forms/store',
  'sales/proposals/store',
  'staff/content/console-store',
  'staff/staff/store',
]

/** How many transactions each wing opens outside of the binder, jobs included. */
const ownTransactions: Readonly<Record<string, number>> = {
  platform: 10,
  brands: 2,
  mailing: 4,
  identity: 26,
  member: 15,
  care: 1,
  apis: 23,
  messages: 11,
  sales: 20,
  staff: 7,
  imports: 30,
  pages: 2,
  demo: 2,
}

/** The changing calls that open their own transactions and write their own events, by the reason. No more are added. */
const ownEvents: Readonly<Record<string, readonly string[]>> = {
  'one statement opens the session, ends the count of failures and writes the event': [
    ...['login', 'ltpaLogin', 'userLogin', 'secondFactor', 'passkeySignIn', 'startSimulation', 'startViewing'],
    'startSimulationBeside',
    ...['memberToken', 'memberTokenDev', 'producerToken', 'producerTokenDev'],
  ],
  'each token ends the session that it belongs to, one after the other, so that none waits for two': [
    ...['revokeToken', 'revokeMemberToken', 'revokeMemberTokenDev', 'revokeProducerToken', 'revokeProducerTokenDev'],
    'sessionCookies',
  ],
  'the end of acting for someone stays, whether or not the way back is still there': ['logout', 'ltpaLogout'],
  'a file is stored in several transactions, so that what a crash leaves behind is known': [
    'addAttachment',
    'addThreadFile',
  ],
  'they say nothing of anyone': ['findSignInWay', 'passkeySignInOptions', 'stepUpOptions'],
}

/** The reads by signed-in people that have no event in the contract, by the reason. No more are added. */
const ownReads: Readonly<Record<string, readonly string[]>> = {
  'one statement proves the session and answers; the call writes its event before the answer is sent': [
    'listClaims',
    'searchClaims',
    'listMessages',
  ],
  'it writes its event itself, for a page that is rendered reads the same': [
    ...['currentUser', 'overview', 'spendingSummary', 'spendingYear', 'myShopping'],
  ],
  'it says of one’s own session or device no more than the page that asks has': [
    ...['validateSession', 'getSessionValue', 'keepAlive', 'countUnread', 'mailEvents', 'retrieveAccountSettings'],
  ],
  'it shows nothing of anyone: settings, texts, forms and numbers of all': [
    ...['listLanguageReadings', 'readLanguageTexts', 'secureConfig', 'contentItems', 'contentReleases'],
    ...['contentVersions', 'explainContentFor', 'settingHistory', 'settings', 'explainContent', 'blankForm'],
    ...['formLibrary', 'openGuide', 'cannedReplies', 'customerServicePhone', 'messageCategories'],
    ...['workspaceColleagues', 'workspaceFigures', 'workspaceQueues'],
  ],
}

/** Folders beside the wings. */
const homeless: Readonly<Record<string, readonly string[]>> = { 'server/src': ['doctor'] }

/** The modules of the project that a file imports, as paths from its root. */
function listPaths(file: string, text: string): string[] {
  return [...text.matchAll(/\bfrom '(\.[^']+\.tsx?)'|\bimport\('(\.[^']+\.tsx?)'\)/g)].map(([, one, other]) =>
    relative(root, resolve(root, file, '..', one ?? other ?? '')).replaceAll('\\', '/'),
  )
}

/** A view made of another area's sections, and the two sides of a member's mail. */
const sections = new Set(['account people', 'contact-us message-center'])

/** Effects that call the API by themselves, such as reporting who is present. */
const ownEffects = [
  'staff/workspace/use-presence.ts',
  'session/sign-out/logout-view.tsx',
  'shell/shell/session-check.tsx',
].map((file) => `web/src/${file}`)

/** The source of each effect in a file, from its opening to its closing bracket. */
function findEffects(text: string): string[] {
  return [...text.matchAll(/\buseEffect\(/g)].map(({ index }) => {
    let depth = 0
    for (let at = text.indexOf('(', index); at < text.length; at += 1) {
      if (text[at] === '(') depth += 1
      if (text[at] === ')') depth -= 1
      if (depth === 0) return text.slice(index, at)
    }
    return ''
  })
}

/** The maximum lines of a function of the server or the page: about a screen. */
const maxLines = 80

/** The functions of a module with their lengths in lines; as formatted, each ends with a bracket at the beginning of a line. */
function measureFunctions(text: string): { readonly name: string; readonly lines: number }[] {
  const declared = /^(?:export )?(?:async )?function\*? (\w+)[\s\S]*?^\}$/gm
  const handlers = /^(?:export )?const (\w+)(?:: | =\s*\([^)]*\): )(?:Audited|Prepared)Handler<[\s\S]*?^ {0,2}\}\)?$/gm
  return [...text.matchAll(declared), ...text.matchAll(handlers)].map(([whole, name = '']) => ({
    name,
    lines: whole.split('\n').length,
  }))
}
/** Where functions get their names: declarations, constants that hold one, and members of interfaces. */
const namesOfFunctions = [
  /\bfunction\*? (\w+)[<(]/g,
  /\bconst (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^\n]*>)?\((?:[^()]|\([^()]*\))*\)(?:: [^=\n]+)? =>/g,
  /^ +readonly (\w+)\??: \([^\n]*\) =>/gm,
  /^ {2}(\w+)\??(?:<[^\n]*>)?\([^\n]*\): /gm,
]

/** Past participles of irregular verbs that have been used as names; regular ones end in `-ed`, and present participles in `-ing`. */
const irregular =
  'begun|born|brought|built|chosen|done|drawn|found|given|gone|heard|held|hidden|kept|known|laid|led|left|lost|made|meant|met|paid|' +
  'said|seen|sent|shown|sold|spent|taken|taught|told|undone|unread|unseen|unsent|withdrawn|withheld|written'
const participle = new RegExp(`^(?:${irregular}|[a-z]+ed|[a-z]+ing)(?![a-z])`)

/** Words that only look like participles: verbs that end this way, and the field's word for health accounts. */
const imperative = /^(?:bring|embed|exceed|feed|need|proceed|seed|succeed|spending)(?![a-z])/

/** Names that are not ours: methods of a language's own interfaces. */
const given = ['indexOf']

describe('house rules', () => {
  test('imports run one way: rules, contract, then server and web apart from each other', () => {
    const parts = Object.keys(allowed)
    const wrong = product.flatMap((source) =>
      listImports(source)
        .filter((name) => parts.includes(name) && !allowed[findPart(source.file)]?.includes(name))
        .map((name) => `${source.file} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('rules depend on nothing at all', () => {
    const wrong = product
      .filter(({ file }) => file.startsWith('packages/rules/'))
      .flatMap((source) =>
        listImports(source)
          .filter((name) => name !== 'rules')
          .map((name) => `${source.file}: ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test.each(Object.entries(wings))(
    '%s: a wing imports only from itself and from the wings before it',
    (part, order) => {
      const findWing = (file: string) => order.find((wing) => file.startsWith(`${part}/${wing}/`))
      const wrong = product
        .filter(({ file }) => file.startsWith(`${part}/`))
        .flatMap(({ file, text }) => {
          const wing = findWing(file)
          const allowed = wing === undefined ? order : order.slice(0, order.indexOf(wing) + 1)
          return listPaths(file, text)
            .filter(
              (path) => path.startsWith(`${part}/`) && wing !== undefined && !allowed.includes(findWing(path) ?? ''),
            )
            .map((path) => `${file} imports ${path}`)
        })
      const folders = new Set(globSync(`${part}/*/`, { cwd: root }).map((folder) => basename(folder)))
      expect(wrong).toEqual([])
      expect([...folders].filter((folder) => !order.includes(folder))).toEqual(homeless[part] ?? [])
      expect(order.filter((wing) => !folders.has(wing))).toEqual([])
    },
  )

  test('every wing states its purpose in a few lines', () => {
    const wrong = Object.entries(wings)
      .flatMap(([part, order]) => order.map((wing) => `${part}/${wing}/README.md`))
      .filter((file) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8').split('\n').length > 16)
    expect(wrong).toEqual([])
  })

  test('the SQL and the calls of a capability are private: others import its service', () => {
    const findRoom = (path: string) => /^server\/src\/([^/]+\/[^/]+)\//.exec(path)?.[1]
    const foreign = product
      .filter(({ file }) => findRoom(file) !== undefined)
      .flatMap(({ file, text }) =>
        listPaths(file, text)
          .filter((path) => findRoom(path) !== undefined && findRoom(path) !== findRoom(file))
          .filter((path) => !path.startsWith('server/src/platform/') && ownModule.test(path)),
      )
    const modules = [...new Set(foreign)].map((path) => path.slice('server/src/'.length, -'.ts'.length))
    expect(modules.toSorted()).toEqual(sharedStores.toSorted())
  })

  test('only stores contain SQL', () => {
    const statement =
      /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*?>)?`|\b(?:createStatement|statement)(?:<[^(]*?>)?\(/
    const server = product.filter(({ file }) => file.startsWith('server/src/'))
    const elsewhere = server.filter(({ file }) => !/\/platform\/db\/|[/-](?:store|statement)\.ts$/.test(file))
    expect(elsewhere.length).toBeLessThan(server.length)
    expect(elsewhere.filter(({ text }) => statement.test(text)).map(({ file }) => file)).toEqual([])
  })

  test('calls leave their transactions to the binder: those opened elsewhere only become fewer', () => {
    const transactions = /\.(?:transaction|snapshot)\(|\breadAudited\((?:parts\.)?database/g
    const changed = (wings['server/src'] ?? [])
      .map((wing) => {
        const texts = product.filter(
          ({ file }) => file.startsWith(`server/src/${wing}/`) && !/\/platform\/(?:db|http\/stages)\b/.test(file),
        )
        const found = texts.reduce((sum, { text }) => sum + [...text.matchAll(transactions)].length, 0)
        return { wing, found, most: ownTransactions[wing] ?? 0 }
      })
      .filter(({ found, most }) => found !== most)
    expect(changed).toEqual([])
  })

  test('the contract names what the audit log says of a change: no more calls write it themselves', async () => {
    const { calls } = await import('@portico/contract/calls')
    const own = Object.entries(calls).filter(([, { changes, audit }]: [string, Call]) => changes && audit === undefined)
    expect(own.map(([name]) => name).toSorted()).toEqual(Object.values(ownEvents).flat().toSorted())
  })

  test('the contract names what the audit log says of a read by someone signed in: no more calls write it themselves', async () => {
    const { calls } = await import('@portico/contract/calls')
    const own = Object.entries(calls).filter(
      ([, { changes, audit, audience }]: [string, Call]) => !changes && audit === undefined && audience.by !== 'anyone',
    )
    expect(own.map(([name]) => name).toSorted()).toEqual(Object.values(ownReads).flat().toSorted())
  })

  test.each([
    ['server', 2_000],
    ['web', 1_000],
  ])('%s: no function, component or hook is longer than a screen', (part, fewest) => {
    const measured = product
      .filter(({ file }) => file.startsWith(`${part}/src/`))
      .flatMap(({ file, text }) => measureFunctions(text).map((one) => ({ file, ...one })))
    expect(measured.length).toBeGreaterThan(fewest)
    const long = measured.filter(({ lines }) => lines > maxLines)
    expect(long.map(({ file, name, lines }) => `${file} ${name}: ${lines} lines`)).toEqual([])
  })

  test('no area of the page imports from another: shared parts are in the wing for that', () => {
    const findArea = (path: string) => /^web\/src\/(?:[^/]+\/)?([^/]+)\/[^/]+$/.exec(path)?.[1] ?? ''
    const areas = new Set(product.filter(({ file }) => /-view\.tsx$/.test(file)).map(({ file }) => findArea(file)))
    for (const shared of ['shell', 'sign-out', 'gallery']) areas.delete(shared)
    const wrong = product
      .filter(({ file }) => file.startsWith('web/src/') && areas.has(findArea(file)))
      .flatMap(({ file, text }) =>
        listPaths(file, text)
          .map(findArea)
          .filter(
            (other) => other !== findArea(file) && areas.has(other) && !sections.has(`${findArea(file)} ${other}`),
          )
          .map((other) => `${file} imports from ${other}`),
      )
    expect(areas.size).toBeGreaterThan(10)
    expect(wrong).toEqual([])
  })

  test('views load their data with useLoaded, never in their own effects', () => {
    const wrong = product
      .filter(({ file }) => file.startsWith('web/src/') && !file.startsWith('web/src/base/api/'))
      .filter(({ text }) => findEffects(text).some((effect) => /\bapi\s*\.call\(/.test(effect)))
    expect(wrong.map(({ file }) => file).sort()).toEqual([...ownEffects].sort())
  })

  test('BR-8 no brand is named in a condition outside the rules', () => {
    const wrong = product
      .filter(({ file }) => !file.startsWith('packages/rules/'))
      .flatMap(({ file, text }) =>
        [
          ...text.matchAll(
            /(?<!typeof )\b(?:[bB]rand|[bB]randCode|brand\.code|sharedBrandCode)\s*[!=]==?\s*'[A-Za-z]+'/g,
          ),
        ].map(([line]) => `${file}: ${line}`),
      )
    expect(wrong).toEqual([])
  })

  test('the page imports only calls from their modules: the build leaves nothing else in them', async () => {
    const modules = globSync('packages/contract/src/calls/*.ts', { cwd: root })
    const calls = new Set<string>()
    for (const file of modules) {
      const exported: Record<string, unknown> = await import(join(root, file))
      for (const [name, value] of Object.entries(exported)) {
        if (value instanceof Object && 'path' in value && 'audience' in value) calls.add(name)
      }
    }
    expect(calls.size).toBeGreaterThan(50)
    const taken = product
      .filter(({ file }) => /^(web|packages\/contract)\//.test(file) && !modules.includes(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/^import \{([^}]*)\} from '[^']*\/calls\/[\w-]+(?:\.ts)?'/gm)].flatMap(([, names = '']) =>
          names
            .split(',')
            .map((name) => name.trim().split(' as ')[0] ?? '')
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => ({ file, name })),
        ),
      )
    expect(taken.length).toBeGreaterThan(50)
    expect(taken.filter(({ name }) => !calls.has(name))).toEqual([])
  })

  test('MP-18 SH-9 the page takes the day of a moment from the eastern calendar, as the server does, and not from its text in UTC', () => {
    const cut = sources.filter(
      ({ file, text }) => file.startsWith('web/src/') && /\b(?:now|at|moment|\w+At)\.slice\((?:0|8), ?10\)/.test(text),
    )
    expect(cut.map(({ file }) => file)).toEqual([])
  })

  test('a function is named by what it does, a verb in the imperative', () => {
    const others = globSync('{server/test,tools,demo,bench,e2e}/**/*.ts', { cwd: root })
      .filter((file) => !file.includes('node_modules'))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    const names = [...sources, ...others].flatMap(({ file, text }) =>
      namesOfFunctions.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => ({ file, name }))),
    )
    expect(names.length).toBeGreaterThan(5_000)
    const wrong = names.filter(
      ({ name }) => (/.Of$/.test(name) || (participle.test(name) && !imperative.test(name))) && !given.includes(name),
    )
    expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })

  test('local storage is touched in one place only', () => {
    const wrong = product.filter(({ text, file }) => /\blocalStorage\b\s*[.[]/.test(text) && !/storage\.ts$/.test(file))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('the page generates ids with the one function that also works on plain HTTP', () => {
    const wrong = product.filter(({ file, text }) => file.startsWith('web/') && /\brandomUUID\s*\(/.test(text))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('every setting of the server is explained to operators', () => {
    const config = readFileSync(join(root, 'server/src/platform/config.ts'), 'utf8')
    const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    const names = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): v\./gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  })

  test('OP-4 an index of a table that may be big is built concurrently', () => {
    const later = product.filter(({ file }) => /\/migrations\/(009[4-9]|0[1-9]\d\d|[1-9]\d\d\d)-/.test(file))
    const locking = later.flatMap(({ file, text }) => {
      const made = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table))
      const indexed = [...text.matchAll(/create (?:unique )?index (?:if not exists )?\w+\s+on (\w+)/g)]
      return indexed
        .filter(([, table]) => !made.has(table))
        .map(([, table]) => `${file}: createIndex (db/steps.ts) on ${table}`)
    })
    expect(locking).toEqual([])
  })

  test('OP-4 every migration is in db/migrate.ts, in the order in which they land, as their numbers may not tell', () => {
    const names = globSync('server/src/platform/db/migrations/*.ts', { cwd: root }).map((file) => basename(file, '.ts'))
    expect(Object.keys(migrations).toSorted()).toEqual(names.toSorted())
  })

  test('every suppressed rule says why on its line', () => {
    const wrong = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:biome-ignore [^\n:]*|@ts-expect-error|@ts-ignore)(?::\s*\S.*)?$/gm)]
        .filter(([line]) => !/:\s*\S/.test(line.replace(/lint\/[\w/]+/, '')))
        .map(([line]) => `${file}: ${line}`),
    )
    expect(wrong).toEqual([])
  })

  test('every class of a style sheet is used by a file that imports it', () => {
    const web = product.filter(({ file }) => file.startsWith('web/'))
    const unread = globSync('web/src/**/*.module.css', { cwd: root }).flatMap((sheet) => {
      const readers = web.filter(({ text }) => text.includes(`/${sheet.split('/').at(-1)}'`)).map(({ text }) => text)
      // If a class is selected by a value, it may be any of them.
      if (readers.some((text) => /[sS]tyles\[|\bown\[/.test(text))) return []
      const css = readFileSync(join(root, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '')
      const classes = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
      const isRead = (name: string) => readers.some((text) => new RegExp(`\\b\\w+\\.${name}\\b`).test(text))
      return [...classes].filter((name) => !isRead(name)).map((name) => `${sheet} .${name}`)
    })
    expect(unread).toEqual([])
  })

  test('text is regular, semibold or bold: each further weight is a font that the first layout waits for', () => {
    const weights = globSync('web/src/**/*.css', { cwd: root }).flatMap((sheet) =>
      [...readFileSync(join(root, sheet), 'utf8').matchAll(/font-weight: ([^;]+);/g)].map(
        ([, weight]) => `${sheet} ${weight}`,
      ),
    )
    expect(weights.filter((use) => !/ (?:400|600|700|inherit)$/.test(use))).toEqual([])
  })

  test('every custom property that a style uses is defined by a style, the colors of a brand, or the page itself', () => {
    const sheets = globSync('web/src/**/*.css', { cwd: root }).map((file) => ({
      file,
      text: readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
    }))
    const given = product.filter(({ file }) => !file.startsWith('packages/contract/'))
    const defined = new Set([
      ...sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
      ...given.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name)),
      ...given.flatMap(({ text }) => [...text.matchAll(/setProperty\('(--[\w-]+)'/g)].map(([, name]) => name)),
    ])
    const unknown = [...sheets, ...given].flatMap(({ file, text }) =>
      [...text.matchAll(/var\((--[\w-]+)/g)].filter(([, name]) => !defined.has(name)).map(([use]) => `${file} ${use}`),
    )
    expect(unknown).toEqual([])
  })
})
