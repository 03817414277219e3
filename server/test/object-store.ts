import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ObjectStore {
  /** Settings that make a server keep files there. */
  readonly environment: Readonly<Record<string, string>>
  /** Objects by their path. */
  readonly objects: Map<string, Buffer>
  close(): void
}

/** Just enough of an object store to put, get and delete; it asks no one who they are. */
export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const store = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '' } = request
    const found = objects.get(url)
    if (method === 'PUT') objects.set(url, Buffer.concat(chunks))
    else if (method === 'DELETE') response.statusCode = objects.delete(url) ? 204 : 404
    else if (found === undefined) response.statusCode = 404
    response.end(method === 'GET' ? found : undefined)
  })
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done))
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      S3_BUCKET: 'mail-files',
      S3_ACCESS_KEY_ID: 'test-key',
      S3_SECRET_ACCESS_KEY: 'test-secret',
    },
    objects,
    close: () => store.close(),
  }
}
