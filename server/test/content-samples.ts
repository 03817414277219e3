import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { make } from './call.ts'
import { type Client, signInClient } from './client.ts'

type Written = BodyOf<typeof calls.writeContent>

export const contentKey = { name: 'MBR_CONTACT_US_NO_MESSAGES', brand: 'ALL', language: 'en', qualifiers: {} } as const

export const newText = (basedOn: string | null, more: Partial<Written> = {}): Written => ({
  ...contentKey,
  versionId: randomUUID(),
  basedOn,
  value: 'Nothing in here',
  note: 'A try',
  submit: false,
  ...more,
})

/** The last version of an item that its author knows of. */
export async function readLatest(client: Client, key: Pick<Written, 'name' | 'brand' | 'language' | 'qualifiers'>) {
  const { body } = await make(client, calls.contentVersions, { body: key })
  return body.payload?.versions?.[0] ?? null
}

/** A text waiting for approval; returns the id of its version. */
async function submitText(origin: string, more: Partial<Written> = {}): Promise<string> {
  const client = await signInClient(origin, 'AUTHOR01')
  const { name, brand, language, qualifiers } = { ...contentKey, ...more }
  const latest = await readLatest(client, { name, brand, language, qualifiers })
  const body = newText(latest?.versionId ?? null, { submit: true, ...more })
  await make(client, calls.writeContent, { body })
  return body.versionId
}

/** A release that is live; returns its id. */
async function releaseText(client: Client): Promise<string> {
  const body = newRelease([await submitText(client.origin)])
  await make(client, calls.releaseContent, { body })
  return body.releaseId
}

export const newRelease = (
  versionIds: readonly string[],
  more: Partial<BodyOf<typeof calls.releaseContent>> = {},
): BodyOf<typeof calls.releaseContent> => ({
  releaseId: randomUUID(),
  versionIds: [...versionIds],
  from: null,
  until: null,
  note: 'As asked for',
  ...more,
})

const buildWithdrawal = (versionId: string) => ({
  stepId: randomUUID(),
  versionId,
  step: 'withdraw' as const,
  note: 'Wait',
})
const buildUndo = (releaseId: string) => ({ undoId: randomUUID(), releaseId, note: 'A mistake' })

const buildPreview = (versionId: string) => ({
  versionIds: [versionId],
  brand: 'HMBCBS',
  language: 'en' as const,
  screen: 'home' as const,
})

/** Valid requests for the content console's calls. */
export const contentSamples = {
  contentItems: { right: () => ({ query: { brand: 'ALL' } }), as: 'AUTHOR01' },
  contentVersions: { right: () => ({ body: contentKey }), as: 'AUTHOR01' },
  writeContent: {
    right: () => ({ body: newText(null) }),
    as: 'AUTHOR01',
    ready: async (client: Client) => ({ body: newText((await readLatest(client, contentKey))?.versionId ?? null) }),
  },
  stepContent: {
    right: () => ({ body: buildWithdrawal(randomUUID()) }),
    as: 'AUTHOR01',
    ready: async (client: Client) => ({ body: buildWithdrawal(await submitText(client.origin)) }),
  },
  releaseContent: {
    right: () => ({ body: newRelease([randomUUID()]) }),
    as: 'APPROV01',
    ready: async (client: Client) => ({ body: newRelease([await submitText(client.origin)]) }),
  },
  contentReleases: { as: 'AUTHOR01' },
  undoRelease: {
    right: () => ({ body: buildUndo(randomUUID()) }),
    as: 'APPROV01',
    ready: async (client: Client) => ({ body: buildUndo(await releaseText(client)) }),
  },
  previewContent: {
    right: () => ({ body: buildPreview(randomUUID()) }),
    as: 'AUTHOR01',
    ready: async (client: Client) => ({ body: buildPreview(await submitText(client.origin)) }),
  },
  explainContentFor: { right: () => ({ body: contentKey }), as: 'AUTHOR01' },
} as const

/** A request for one text, as it is shown to a brand's subscribers (CT-1). */
export const requestText = (name: string, brand = 'HMBCBS') => [
  {
    name,
    qualifiers: [
      { name: 'brand' as const, value: brand },
      { name: 'relationship' as const, value: 'subscriber' },
    ],
  },
]
