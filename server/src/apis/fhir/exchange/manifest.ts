import type { Database } from '../../../platform/db/database.ts'
import { listFiles, type Work } from './work-store.ts'

/** The result, as a Bulk Data manifest. */
export async function buildManifest(database: Database, work: Work, address: string): Promise<string> {
  const files = await listFiles(database.read, work.work_id)
  const leftOut = Object.entries(work.progress.leftOut).reduce(
    (sum, [why, count]) => (why === 'not-asked' ? sum : sum + count),
    0,
  )
  return JSON.stringify({
    transactionTime: work.made_at.toISOString(),
    request: `${work.request.base}/${work.kind === 'export' ? `Group/${work.group_id}/$davinci-data-export` : 'Group'}`,
    requiresAccessToken: true,
    output: files.map(({ file, type, count }) => ({ type, url: `${address}/files/${file}`, count })),
    error: [],
    // How many, but never who or why (OS-42).
    ...(work.kind === 'export' && { extension: { membersLeftOut: leftOut } }),
  })
}
