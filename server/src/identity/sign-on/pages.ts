import { randomBytes } from 'node:crypto'
import { fontSizes } from '@portico/contract/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attribute, languageAttributes, placeLine, text } from '../../platform/html.ts'
import { chooseLanguage } from '../../platform/language.ts'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

const texts = documentTexts(readTexts(en, import.meta.dirname))

export type SignOnProblem = Extract<
  keyof typeof en,
  | `${'provider' | 'answer' | 'account' | 'groups' | 'password'}-${string}`
  | 'other-browser'
  | 'not-linked'
  | 'off'
  | 'too-many'
  | 'too-busy'
>

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
:root[data-font-size=large] { font-size: 121.875% }
:root[data-font-size=largest] { font-size: 137.5% }
main { max-inline-size: 32rem; margin: 10vh auto; padding: 1rem }
form { display: grid; gap: .5rem }
label { font-weight: 600 }
input { font: inherit; padding: .625rem; inline-size: 100%; box-sizing: border-box }
[role=alert] { margin: 0; padding: .5rem .75rem; border-inline-start: .25rem solid light-dark(#b3261e, #f2b8b5) }
[aria-invalid] { border: 2px solid light-dark(#b3261e, #f2b8b5) }
button { font: inherit; padding: .625rem 1rem; justify-self: start }
a { display: inline-block; padding-block: .5rem; margin-inline-end: 1.5rem }
small { overflow-wrap: anywhere }`

/** A page without scripts, for people between a provider and the portal. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  render: (say: (id: keyof typeof en, values?: Readonly<Record<string, string>>) => string) => {
    readonly title: keyof typeof en
    readonly body: string
  },
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const { language: cookie, fontSize: wanted } = request.cookies
  const fontSize = fontSizes.find((size) => size === wanted) ?? 'regular'
  const language = chooseLanguage({ cookie, acceptLanguage: request.headers['accept-language'] })
  const t = texts(language)
  const { title, body } = render((id, values) => text(t(id, values)))
  const page = `<!doctype html>
<html ${languageAttributes(language)} data-font-size="${fontSize}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(t(title))}</title>
<style nonce="${nonce}">${style}</style></head>
<body><main>
${placeLine(language)}<h1>${text(t(title))}</h1>
${body}
</main></body></html>`
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      // Not `no-referrer`: a browser would send our own forms with `Origin: null`, which is not one of our pages.
      .header('referrer-policy', 'same-origin')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(page)
  )
}

/** Ways to continue after a failed sign-in. */
export interface WayOn {
  /** Where the same sign-in starts again; null: not from here. */
  readonly again: string | null
  /** Where the provider is asked to forget the person it remembers; left out: it remembers no one. */
  readonly another?: string
  /** A further hint. */
  readonly hint?: 'confirm.again' | 'confirm.gone' | 'trial.again'
  /** The page that they came from; null: it is open in another tab. */
  readonly back?: 'connections' | null
}

const connectionsView = '/msg/#!/administration/connections'

const statuses: { readonly [problem in SignOnProblem]?: number } = {
  'provider-unreachable': 503,
  'too-busy': 503,
  off: 404,
  'too-many': 429,
}

/** Explains in plain words why a sign-in failed; the reference leads to the log. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: SignOnProblem,
  { again, another, hint, back }: WayOn = { again: null },
): FastifyReply {
  return sendPage(request, reply, statuses[problem] ?? 403, (say) => ({
    title: 'title',
    body: `<p>${say(problem)}</p>
${hint === undefined ? '' : `<p>${say(hint)}</p>`}
<p>${again === null ? '' : `<a href="${attribute(again)}">${say('again')}</a>`}${another === undefined ? '' : `<a href="${attribute(another)}">${say('another')}</a>`}${back === null ? '' : renderBack(say, back === 'connections')}</p>
<p><small>${say('reference', { id: request.id })}</small></p>`,
  }))
}

function renderBack(say: (id: 'back' | 'trial.back') => string, isTrial: boolean): string {
  return isTrial ? `<a href="${connectionsView}">${say('trial.back')}</a>` : `<a href="/login/">${say('back')}</a>`
}

/** Closes the tab in which someone has proven their identity again (OS-62). */
export function sendConfirmed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(request, reply, 200, (say) => ({
    title: 'confirmed.title',
    body: `<p>${say('confirmed.about')}</p>`,
  }))
}

/** Asks for the code of our own second factor, if the provider asked for none (OS-62). */
export function sendCodeForm(request: FastifyRequest, reply: FastifyReply, isWrong: boolean): FastifyReply {
  return sendPage(request, reply, isWrong ? 401 : 200, (say) => ({
    title: 'code.title',
    body: `<p>${say('code.about')}</p>
<form method="post" action="/sso/code">
${isWrong ? `<p role="alert" id="wrong">${say('code.wrong')}</p>` : ''}
<label for="code">${say('code.label')}</label>
<input id="code" name="code" autocomplete="one-time-code" maxlength="20" required autofocus${isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>
<button>${say('code.submit')}</button>
</form>
<p><a href="/login/">${say('back')}</a></p>`,
  }))
}

/** Asks for the name and the password for a directory, which has no pages of its own (OS-64). */
export function sendPasswordForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: {
    readonly at: string
    readonly state: string
    readonly organization: string
    readonly isTrial: boolean
    /** The wrong name that was typed before. */
    readonly name?: string
  },
): FastifyReply {
  const isWrong = form.name !== undefined
  const invalid = isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''
  return sendPage(request, reply, isWrong ? 401 : 200, (say) => ({
    title: 'password.title',
    body: `<p><bdi>${text(form.organization)}</bdi></p>
<p>${say(form.isTrial ? 'password.trial' : 'password.about')}</p>
<form method="post" action="${attribute(form.at)}">
${isWrong ? `<p role="alert" id="wrong">${say('password-wrong')}</p>` : ''}
<input type="hidden" name="state" value="${attribute(form.state)}">
<label for="name">${say('password.name')}</label>
<input id="name" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200" required value="${attribute(form.name ?? '')}"${isWrong ? '' : ' autofocus'}${invalid}>
<label for="password">${say('password.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="500" required${isWrong ? ' autofocus' : ''}${invalid}>
<button>${say('code.submit')}</button>
</form>
<p>${renderBack(say, form.isTrial)}</p>`,
  }))
}

/** Lets people choose among several of their brand's connections. */
export function sendChoices(
  request: FastifyRequest,
  reply: FastifyReply,
  choices: readonly { readonly name: string; readonly to: string }[],
): FastifyReply {
  return sendPage(request, reply, 200, (say) => ({
    title: 'choose.title',
    body: `<p>${say('choose.about')}</p>
<ul>${choices.map(({ name, to }) => `<li><a href="${attribute(to)}"><bdi>${text(name)}</bdi></a></li>`).join('')}</ul>
<p><a href="/login/">${say('back')}</a></p>`,
  }))
}
