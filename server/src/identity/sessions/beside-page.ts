import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageAttributes, placeLine, text } from '../../platform/html.ts'
import { chooseLanguage } from '../../platform/language.ts'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

const texts = documentTexts(readTexts(en, import.meta.dirname))

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-inline-size: 32rem; margin: 10vh auto; padding: 1rem }`

/**
 * Removes the ticket from the address first. On success this tab becomes the member's, and older tabs on this host reload as the member's.
 */
const script = `
const ticket = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const answer = await fetch(location.pathname, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ticket }),
}).catch(() => null)
if (answer?.ok) {
  sessionStorage.clear()
  new BroadcastChannel('portico-simulation').postMessage('changed')
  location.replace('/')
} else {
  document.getElementById('waiting').hidden = true
  document.getElementById(answer?.status === 409 ? 'occupied' : 'over').hidden = false
}`

/** The page that hands a representative's acting session over to a separate browser tab (CS-1). */
export function sendHandOver(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const { language: cookie } = request.cookies
  const language = chooseLanguage({ cookie, acceptLanguage: request.headers['accept-language'] })
  const t = texts(language)
  const say = (id: keyof typeof en) => text(t(id))
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    })
    .send(`<!doctype html>
<html ${languageAttributes(language)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${say('title')}</title>
<style nonce="${nonce}">${style}</style></head>
<body><main>
${placeLine(language)}<h1>${say('title')}</h1>
<div role="status">
<p id="waiting">${say('waiting')}</p>
<p id="occupied" hidden>${say('occupied')}</p>
<p id="over" hidden>${say('over')}</p>
</div>
</main>
<script type="module" nonce="${nonce}">${script}</script></body>
</html>
`)
}
