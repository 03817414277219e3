import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalled } from './postgres.ts'
import { run } from './run.ts'

// `npm run drill -- failover|patroni|rolling|restore|pooler|site|active-directory [ROUNDS [SENDS]]`: runs the failures that operators fear
// on servers of its own, for as many rounds as given (each failover amid that many acknowledged messages), or tries a server that the tests
// do not install, and ends with a table of the results. Exits with 0 if every round held, 1 if not, 2 if it could not run.
const drills: Readonly<Record<string, string>> = {
  failover: 'server/src/failover.pg.test.ts',
  patroni: 'server/src/failover.pg.test.ts',
  rolling: 'server/src/rolling.pg.test.ts',
  restore: 'server/src/restore.pg.test.ts',
  site: 'server/src/restore.pg.test.ts',
  pooler: 'server/src/pooler.pg.test.ts',
  'active-directory': 'server/src/identity/sign-on/domain-controller.pg.test.ts',
}

const [name = '', rounds = '1', sends = '100'] = process.argv.slice(2)
const file = drills[name]
if (file === undefined || !/^[1-9]\d?$/.test(rounds) || !/^[1-9]\d{0,4}$/.test(sends)) {
  console.error(`npm run drill -- ${Object.keys(drills).join('|')} [ROUNDS, 1 to 99 [SENDS]]`)
  process.exit(2)
}

const needed: Readonly<Record<string, readonly string[]>> = {
  patroni: ['patroni', 'etcd', 'haproxy'],
  'active-directory': ['samba', 'samba-tool'],
}
const missing = (needed[name] ?? []).filter((one) => findInstalled(one) === null)
if (missing.length > 0) {
  console.error(`This drill could not run: ${missing.join(', ')} not installed (docs/operations.md, "Drills").`)
  process.exit(2)
}
if (name === 'active-directory' && process.getuid?.() !== 0) {
  console.error('This drill could not run: only root may listen on the ports of LDAP (docs/operations.md, "Drills").')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'portico-drill-'))
const rows: (readonly [string, string, string])[] = []
let held = 0
for (let round = 1; round <= Number(rounds); round += 1) {
  const facts = join(folder, `${round}.jsonl`)
  const from = Date.now()
  const code = await run('vitest', ['run', '--project', 'postgres', file], {
    PORTICO_DRILL_FACTS: facts,
    PORTICO_DRILL_SENDS: sends,
    ...(needed[name] && { PORTICO_DRILL_SERVERS: name }),
  })
  if (code === 0) held += 1
  rows.push([String(round), 'round', `${code === 0 ? 'held' : 'FAILED'}, ${Math.round((Date.now() - from) / 1000)} s`])
  for (const line of existsSync(facts) ? readFileSync(facts, 'utf8').trim().split('\n') : []) {
    const { name: what, value } = JSON.parse(line) as { readonly name: string; readonly value: string | number }
    rows.push([String(round), what, String(value)])
  }
}
rmSync(folder, { recursive: true, force: true })
const width = Math.max(...rows.map(([, what]) => what.length))
console.log(`\nDrill ${name}: ${held} of ${rounds} rounds held.\n`)
for (const [round, what, value] of rows) console.log(`${round.padStart(3)}  ${what.padEnd(width)}  ${value}`)
process.exit(held === Number(rounds) ? 0 : 1)
