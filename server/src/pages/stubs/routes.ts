import { stubFiles } from '@portico/contract/stubs'
import type { FastifyInstance } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { stubPages } from './pages.ts'

/** The brand that stub mode shows by default. */
export const stubBrand = 'hmbcbs'

/** Serves the canned answers of stub mode (EN-4); never bound in production. */
export function bindStubs(
  app: FastifyInstance,
  parts: { readonly brands: BrandService; readonly contentDir: string },
): void {
  const answers = stubFiles()
  app.get('/stubs/*', async (request) => {
    const [path = ''] = request.url.split('?')
    const pages = await stubPages({ ...parts, brandCode: stubBrand, now: new Date() })
    const found = answers.get(path) ?? pages.get(path)
    if (found === undefined) throw new CallError('NOT-FOUND')
    return found
  })
}
