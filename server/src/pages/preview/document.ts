import type { AuthoredLanguage } from '@portico/contract/page'
import { findLocale } from '@portico/rules/languages/list'
import { json, text } from '../../platform/html.ts'

const words: Readonly<
  Record<AuthoredLanguage, { readonly banner: string; readonly by: string; readonly until: string }>
> = {
  en: { banner: 'Preview. No reader sees this yet.', by: 'Written by', until: 'Good until' },
  es: { banner: 'Vista previa. Nadie ve esto todavía.', by: 'Escrito por', until: 'Válida hasta' },
}

/**
 * Turns a page into one that works in a sandbox, where it has no origin, and therefore no cookies or storage: it keeps stored values in
 * memory, and its calls get answers that came with the page. Nothing reaches the server.
 */
export function previewDocument(
  parts: {
    readonly html: string
    readonly nonce: string
    readonly answers: Readonly<Record<string, unknown>>
  } & Said,
): string {
  const { html, nonce, answers } = parts
  const said = formatBanner(parts)
  const head = `<style nonce="${nonce}">#portico-preview{position:sticky;inset-block-start:0;z-index:1000;${look}}</style>
<script type="application/json" id="portico-preview-answers">${json(answers)}</script>
<script nonce="${nonce}">${sandboxed}</script>`
  return html
    .replace('<meta charset="utf-8">', `<meta charset="utf-8"><meta name="robots" content="noindex">${head}`)
    .replace('<body>', () => `<body><div id="portico-preview" role="note">${text(said)}</div>`)
}

/** Adds the preview's banner to an e-mail. */
export function previewEmail({ html, ...said }: { readonly html: string } & Said): string {
  return html.replace(
    /<body [^>]*>/,
    (body) => `${body}<div role="note" style="${look}">${text(formatBanner(said))}</div>`,
  )
}

const look =
  'padding:0.5rem 1rem;background:#7a2e00;color:#fff;font:600 0.875rem/1.4 system-ui,sans-serif;text-align:center'

interface Said {
  readonly language: AuthoredLanguage
  readonly authors: readonly string[]
  readonly expires: Date
}

function formatBanner({ language, authors, expires }: Said): string {
  const { banner, by, until } = words[language]
  const time = new Intl.DateTimeFormat(findLocale(language), {
    ...({ hour: 'numeric', minute: '2-digit', timeZone: 'America/New_York', timeZoneName: 'short' } as const),
  }).format(expires)
  return `${banner} ${by} ${authors.join(', ')}. ${until} ${time}.`
}

const sandboxed = `(()=>{
const memory=()=>{const all=new Map();return{getItem:(k)=>all.get(k)??null,setItem:(k,v)=>void all.set(k,String(v)),removeItem:(k)=>void all.delete(k),clear:()=>all.clear(),key:(i)=>[...all.keys()][i]??null,get length(){return all.size}}};
for(const name of['sessionStorage','localStorage'])Object.defineProperty(window,name,{value:memory(),configurable:true});
Object.defineProperty(document,'cookie',{get:()=>'',set:()=>{},configurable:true});
const answers=JSON.parse(document.getElementById('portico-preview-answers').textContent);
window.fetch=async(input)=>{const path=String(input&&input.url||input).replace(/^https?:\\/\\/[^/]+/,'').split('?')[0];
return Object.hasOwn(answers,path)?new Response(JSON.stringify(answers[path]),{headers:{'content-type':'application/json'}}):new Response('',{status:404})};
})()`

/** A data address of the drawing: a sandboxed page may not fetch anything from our site. */
export function toDrawingAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
