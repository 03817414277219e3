import { fhirTypes } from '@portico/contract/fhir/types'
import type { Language } from '@portico/contract/page'
import { hostFile, hostRecord } from '@portico/rules/apps/app'
import { attribute, languageAttributes, placeLine, text } from '../../platform/html.ts'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import { buildFhirBase } from './addresses.ts'
import type { Registered } from './registering.ts'
import en from './texts/en.json' with { type: 'json' }
import type { Trial, Tried } from './try-it.ts'

const texts = documentTexts(readTexts(en, import.meta.dirname))

export interface DevelopersPage {
  readonly language: Language
  readonly origin: string
  readonly plans: readonly { readonly code: string; readonly name: string; readonly isSandbox: boolean }[]
  /** Result of a submitted form. */
  readonly outcome: Registered | null
  readonly mayTry: boolean
  /** A token for trying the API, and the last request made with it. */
  readonly trial: Trial | null
  readonly tried: Tried | null
  /** Whether no token could be issued. */
  readonly isRefused: boolean
  readonly nonce: string
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-inline-size: 60rem; margin: auto; padding: 1rem }
table { border-collapse: collapse; inline-size: 100% }
th, td { padding: .375rem .5rem; border-block-end: 1px solid #8888; text-align: start; vertical-align: top; overflow-wrap: anywhere }
code { overflow-wrap: anywhere }
form { display: grid; gap: 1rem; max-inline-size: 36rem }
label, legend { font-weight: 600 }
form p { display: grid; gap: .25rem; margin: 0 }
input:not([type=checkbox]), select, textarea { font: inherit; padding: .5rem; inline-size: 100%; box-sizing: border-box }
fieldset { display: grid; gap: .75rem; margin: 0; min-inline-size: 0 }
button { font: inherit; padding: .625rem 1rem; justify-self: start }
pre { max-block-size: 24rem; margin-block: 0; padding: .75rem; border: 1px solid #8888; overflow: auto }
.scroll { overflow-x: auto }
@media (min-width: 34.01rem) { .scroll td:first-child code { white-space: nowrap } }
@media (max-width: 34rem) {
  .scroll thead { display: none }
  .scroll tr { display: grid; padding-block: .375rem; border-block-end: 1px solid #8888 }
  .scroll td { padding: 0; border: 0 }
}`

/** The page for developers (OS-36): a document without scripts, whose tables come from the registries themselves. */
export function renderDevelopers(page: DevelopersPage): string {
  const { language, origin, plans, outcome, nonce } = page
  const t = texts(language)
  const say = (id: keyof typeof en) => text(t(id))
  const [first] = plans.filter(({ isSandbox }) => isSandbox)
  const example = `${buildFhirBase(origin, (first ?? plans[0])?.code ?? '')}/.well-known/smart-configuration`
  return `<!doctype html>
<html ${languageAttributes(language)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${say('title')}</title>
<style nonce="${nonce}">${style}</style></head>
<body><main>
${placeLine(language)}<h1>${say('title')}</h1>
${describeOutcome(outcome, say)}
<p>${say('lead')}</p>
<h2>${say('start')}</h2>
<ol>
<li>${say('step.register')}</li>
<li>${say('step.discover')} <code>${text(example)}</code></li>
<li>${say('step.connect')}</li>
<li>${say('step.read')}</li>
<li>${say('step.check')}</li>
</ol>
${page.mayTry ? tryIt(page, say) : ''}
<h2>${say('plans')}</h2>
<p>${first ? say('members') : ''}</p>
<div class="scroll"><table><thead><tr><th>${say('plan')}</th><th>${say('address')}</th></tr></thead><tbody>
${plans.map(({ code, name, isSandbox }) => `<tr><td>${text(name)}${isSandbox ? ` (${say('sandbox')})` : ''}</td><td><code>${text(buildFhirBase(origin, code))}</code></td></tr>`).join('\n')}
</tbody></table></div>
<h2>${say('scopes')}</h2>
<p>${say('scopesText')}</p>
<div class="scroll"><table><thead><tr><th>${say('type')}</th><th>${say('searches')}</th></tr></thead><tbody>
${Object.entries(fhirTypes)
  .map(
    ([type, { parameters }]) =>
      `<tr><td><code>patient/${type}.rs</code></td><td>${['_id', '_lastUpdated', ...Object.keys(parameters)].map((one) => `<code>${one}</code>`).join(' ')}</td></tr>`,
  )
  .join('\n')}
</tbody></table></div>
<h2>${say('register')}</h2>
${detectForm(say)}
<p>${say('more')}</p>
</main></body>
</html>
`
}

/** A request for a made-up member's records, with its answer, made with buttons alone. */
function tryIt({ origin, trial, tried, isRefused }: DevelopersPage, say: SayText): string {
  const intro = `<section id="try"><h2>${say('try')}</h2><p>${say('tryText')}</p>`
  if (trial === null)
    return `${intro}${isRefused ? `<p role="alert">${say('tooMany')}</p>` : ''}
<form method="post" action="/developers/try#try"><button type="submit">${say('tryToken')}</button></form></section>`
  const { brand, patient, token } = trial
  const base = buildFhirBase(origin, brand)
  const samples = [
    `Patient/${patient}`,
    'Coverage',
    'ExplanationOfBenefit?_count=2',
    'MedicationRequest?_include=MedicationRequest:medication',
  ]
  const hidden = Object.entries({ brand, patient, token })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${attribute(value)}">`)
    .join('')
  const press = (path: string) =>
    `<button type="submit" name="path" value="${attribute(path)}"><code>${text(path)}</code></button>`
  const answer =
    tried === null
      ? ''
      : `<h3 id="answer"><code>GET ${text(`${base}/${tried.path}`)}</code></h3>
<p role="status">${say('answered')} <code>${tried.status}</code></p><pre tabindex="0">${text(tried.text)}</pre>`
  return `${intro}<dl><dt>${say('token')}</dt><dd><code>${text(token)}</code></dd></dl>
<p>${say('tokenText')}</p><p><code>curl -H "authorization: Bearer ${text(token)}" ${text(`${base}/Patient/${patient}`)}</code></p>
<form method="post" action="/developers/ask#answer">${hidden}<fieldset><legend>${say('samples')}</legend>${samples.map(press).join('\n')}</fieldset></form>
<form method="post" action="/developers/ask#answer">${hidden}<p><label for="path">${say('path')}</label><input id="path" name="path" required maxlength="500" value="${attribute(tried?.path ?? 'Observation?_count=2')}"></p>
<button type="submit">${say('ask')}</button></form>
${answer}</section>`
}

type SayText = (id: keyof typeof en) => string

function describeOutcome(outcome: Registered | null, say: SayText): string {
  if (outcome === null) return ''
  if (outcome.kind === 'too-many') return `<p role="alert">${say('tooMany')}</p>`
  if (outcome.kind === 'refused') {
    const wrong = outcome.fields.map((field) => say(labels[field] ?? 'name')).join('; ')
    return `<p role="alert">${say('refused')}: ${wrong}</p>`
  }
  const secret = outcome.secret === null ? '' : `<dt>${say('secret')}</dt><dd><code>${text(outcome.secret)}</code></dd>`
  return `<section role="status"><h2>${say('done')}</h2><dl><dt>${say('client')}</dt><dd><code>${text(outcome.clientId)}</code></dd>${secret}</dl>
<p>${say('next')}</p>
<p>${say('hosts')} <code>https://…${text(hostFile)}</code>, <code>${text(hostRecord)}.…</code></p></section>`
}

const labels: Readonly<Partial<Record<string, keyof typeof en>>> = {
  maker: 'maker',
  contactEmail: 'email',
  homeUrl: 'site',
  policyUrl: 'policy',
  launchUrl: 'launch',
  redirectUris: 'redirects',
  jwksUri: 'jwks',
  attestation: 'privacy',
}

function detectForm(say: SayText): string {
  const field = (name: string, id: keyof typeof en, attributes: string) =>
    `<p><label for="${name}">${say(id)}</label><input id="${name}" name="${name}" ${attributes}></p>`
  const box = (name: keyof typeof en) =>
    `<div><input type="checkbox" id="${name}" name="${name}" value="on"> <label for="${name}">${say(name)}</label></div>`
  const option = (value: 'none' | 'client_secret_basic' | 'private_key_jwt') =>
    `<option value="${attribute(value)}">${say(`auth.${value}`)}</option>`
  return `<form method="post" action="/developers/">
${field('name', 'name', 'required maxlength="80"')}
${field('maker', 'maker', 'required maxlength="80"')}
${field('contactEmail', 'email', 'type="email" required maxlength="100"')}
${field('homeUrl', 'site', 'type="url" maxlength="500"')}
${field('policyUrl', 'policy', 'type="url" maxlength="500"')}
<p><label for="redirectUris">${say('redirects')}</label><textarea id="redirectUris" name="redirectUris" rows="3" required maxlength="5000"></textarea></p>
${field('launchUrl', 'launch', 'maxlength="500"')}
<p><label for="authMethod">${say('auth')}</label><select id="authMethod" name="authMethod">${option('none')}${option('client_secret_basic')}${option('private_key_jwt')}</select></p>
${field('jwksUri', 'jwks', 'type="url" maxlength="500"')}
<fieldset><legend>${say('privacy')}</legend>
${box('answer')}${box('sells')}${box('deletes')}${box('hipaa')}
${field('keeps', 'keeps', 'type="number" min="0" max="1200"')}
</fieldset>
<button type="submit">${say('send')}</button>
</form>`
}
