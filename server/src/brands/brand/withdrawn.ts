import { randomBytes } from 'node:crypto'
import { parseHost } from '@portico/rules/environment/host'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageAttributes, placeLine, text } from '../../platform/html.ts'
import { notFound } from '../../platform/http/errors.ts'
import { chooseLanguage } from '../../platform/language.ts'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import type { BrandService } from './service.ts'
import en from './texts/en.json' with { type: 'json' }

const texts = documentTexts(readTexts(en, import.meta.dirname))

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-inline-size: 32rem; margin: 10vh auto; padding: 1rem }`

/** The hosts of a withdrawn brand show nothing of any brand (BR-8). Health checks through them still work. */
export function closeWithdrawnHosts(app: FastifyInstance, brands: Pick<BrandService, 'findWithdrawn'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (brands.findWithdrawn(parseHost(request.host)) === null || request.url.startsWith('/health/')) return
    return request.headers.accept?.includes('text/html') ? sendClosed(request, reply) : notFound(request, reply)
  })
}

function sendClosed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const { language: cookie } = request.cookies
  const language = chooseLanguage({ cookie, acceptLanguage: request.headers['accept-language'] })
  const t = texts(language)
  const title = text(t('title'))
  return reply
    .code(410)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    })
    .send(`<!doctype html>
<html ${languageAttributes(language)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style nonce="${nonce}">${style}</style></head>
<body><main>
${placeLine(language)}<h1>${title}</h1>
<p>${text(t('text'))}</p>
</main></body>
</html>
`)
}
