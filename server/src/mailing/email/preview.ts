import type { Language } from '@portico/contract/page'
import { portalOrigin } from '@portico/rules/brand/portal-origin'
import { languages } from '@portico/rules/languages/list'
import type { FastifyInstance } from 'fastify'
import { logoPng } from '../../brands/brand/logo-png.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { compose, type EmailDraft } from './compose.ts'
import { emailTemplates, isEmailTemplate } from './templates.ts'

/** Shows an e-mail as mail programs do: nothing in it runs, and it fetches nothing. */
export const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"

/** An e-mail with sample values, for previews. */
export function sampleEmail(
  sample: Pick<EmailDraft, 'template' | 'language' | 'brand' | 'defaultServicePhone' | 'texts'>,
): string {
  const { template, brand } = sample
  return compose({
    ...sample,
    values: emailTemplates[template].sample,
    portal: portalOrigin(brand.brand, { ownOrigins: [`https://secure.${brand.brand.domain}`], port: 443 }),
    logo: `data:image/png;base64,${logoPng(brand).toString('base64')}`,
  }).html
}

/** Every e-mail as it would look, for the gallery; on development and test hosts only. */
export function bindEmailPreviews(
  app: FastifyInstance,
  parts: { readonly brands: BrandService; readonly defaultServicePhone: string },
): void {
  app.get<{ Params: { template: string; brand: string; language: string } }>(
    '/emails/:template/:brand/:language',
    async ({ params }, reply) => {
      const language: Language | undefined = languages.find((one) => one === params.language)
      const brand = parts.brands.all.find((one) => one.brand.code === params.brand)
      if (!isEmailTemplate(params.template) || brand === undefined || language === undefined)
        throw new CallError('NOT-FOUND')
      const { defaultServicePhone } = parts
      const html = sampleEmail({ template: params.template, language, brand, defaultServicePhone })
      // A sandboxed page has no origin of its own, so these headers do not apply.
      reply.removeHeader('origin-agent-cluster')
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': emailPolicy,
          'x-frame-options': 'SAMEORIGIN',
        })
        .send(html)
    },
  )
}
