import { randomBytes } from 'node:crypto'
import type { Renderer } from '@portico/contract/page'
import { previewScreens } from '@portico/rules/content/screens'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailPolicy } from '../../mailing/email/preview.ts'
import { joinParts } from '../page/composed-page.ts'
import { pageDocument } from '../page/document.ts'
import { previewDocument, previewEmail, toDrawingAddress } from './document.ts'
import { openPreview, type PreviewParts } from './service.ts'

const paths = [...new Set(Object.values(previewScreens).map(({ path }) => path))]

/** Serves the addresses of previews (CT-7); bind before the pages, which have the same paths. */
export function bindPreviews(app: FastifyInstance, parts: PreviewParts & { readonly renderer: Renderer }): void {
  const { brands, renderer } = parts
  app.addHook('onRequest', (request, reply, done) => {
    // Every request passes here, so the check is cheap.
    const path = request.method === 'GET' && paths.find((one) => request.url.startsWith(`${one}?contentPreview=`))
    if (path) answer(path, request, reply).catch(done)
    else done()
  })

  async function answer(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = new URLSearchParams(request.url.slice(path.length)).get('contentPreview') ?? ''
    const preview = await openPreview(parts, token, path, new Date())
    if (preview === null) {
      reply.removeHeader('x-frame-options')
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
        })
        .send('This preview is over. Ask for it again.\n\nEsta vista previa ya terminó. Pídala de nuevo.')
    }
    const { brandCode, authors, expires, language } = preview
    // A sandboxed page has no origin of its own, so these headers do not apply.
    for (const header of ['x-frame-options', 'origin-agent-cluster', 'cross-origin-opener-policy']) {
      reply.removeHeader(header)
    }
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-language': language,
    })
    if (preview.kind === 'email') {
      const html = previewEmail({ html: preview.html, language, authors, expires })
      return reply.header('content-security-policy', emailPolicy).send(html)
    }
    const { answers } = preview
    const loaded = brands.requireLoaded(brandCode)
    const { brand } = preview.state
    const logo = loaded.images[loaded.brand.look.header === 'dark' ? 'logoOnDark' : 'logo'].svg
    const own = { ...brand, logo: toDrawingAddress(logo), mark: toDrawingAddress(loaded.images.mark.svg) }
    const state = { ...preview.state, url: request.url, brand: own }
    const rendered = await renderer.render(state)
    const nonce = randomBytes(16).toString('base64')
    const {
      tokens,
      brand: {
        look: { radius },
      },
    } = loaded
    const html = joinParts(pageDocument({ state, rendered, tokens, radius, nonce }))
    return reply
      .header('content-security-policy', policy(nonce, `${request.protocol}://${request.host}`))
      .send(previewDocument({ html, nonce, answers, language, authors, expires }))
  }
}

/** Only the page's own scripts run, always in a sandbox; the page may send no requests. */
function policy(nonce: string, origin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${origin}/assets/`,
    `style-src 'nonce-${nonce}' ${origin}/assets/`,
    'img-src data: blob:',
    `font-src ${origin}/assets/`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
}
