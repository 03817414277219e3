import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadBrands } from '../server/src/brand/load.ts'
import { releasedTexts } from '../server/src/content/released.ts'
import { seedContent } from '../server/src/content/seeds.ts'
import { createDatabase } from '../server/src/db/database.ts'
import { openEmbedded } from '../server/src/db/engine.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { preparedFolder } from '../server/src/db/prepared.ts'
import { readDemoData } from '../server/src/demo/data.ts'
import { demoPassword, loadDemo } from '../server/src/demo/load.ts'
import { createPasswords } from '../server/src/passwords/passwords.ts'
import { startServer } from '../server/test/server-process.ts'
import { brands } from './brand-records.ts'

const root = join(import.meta.dirname, '..')

/** Login ID of a brand's member on this server. */
export function memberOf(code: string): string {
  return `EVERY${String(brands.findIndex((one) => one.code === code)).padStart(3, '0')}`
}

/** A separate server with a member of every brand: the demo has members of only seven. */
export async function startEveryBrand(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-brands-'))
  const { members, conversations } = readDemoData(join(root, 'demo'))
  const [model] = members
  if (model === undefined) throw new Error('The demo has no member.')
  const passwords = createPasswords()
  const hash = await passwords.hash(demoPassword)
  const database = createDatabase(await openEmbedded({ dataDir, prepared: preparedFolder(root, 'empty') }))
  await migrate(database)
  await seedContent(database, releasedTexts(join(root, 'content'), loadBrands(join(root, 'brands'))), new Date())
  await loadDemo({
    database,
    // Everyone has the same password, so one hash is enough.
    passwords: { ...passwords, hash: async () => hash },
    data: {
      members: brands.map(({ code }, at) => ({
        ...model,
        brand: code,
        loginId: memberOf(code),
        email: `${memberOf(code).toLowerCase()}@mail.example`,
        memberNumber: `990000${String(at).padStart(3, '0')}00`,
        family: [],
      })),
      accounts: [],
      access: [],
      selling: { note: '', agencies: [], leads: [], clients: [] },
      conversations,
      desk: { note: '', busy: {}, cannedReplies: [], people: [] },
    },
    now: new Date(),
  })
  await database.close()
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'false' })
  return {
    port: Number(new URL(server.origin).port),
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
