import type { FontSize, Language } from '@portico/contract/page'
import type { NurseLine } from '@portico/rules/brand/types'
import { attribute, languageAttributes, placeLine, text } from '../../platform/html.ts'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

const texts = documentTexts(readTexts(en, import.meta.dirname))

/** The name of the app shortcut that leads to the page. */
export function namePocket(language: Language): string {
  return texts(language)('title')
}

/** What the page says about a brand: nothing about a person, because a phone keeps the page as it came. */
export interface PocketBrand {
  readonly code: string
  readonly name: string
  readonly themeColor: string
  readonly phone: string
  readonly tty: string
  /** With its hours in the page's language; null: it has none. */
  readonly nurseLine: NurseLine | null
}

/** The page of the ID cards that a phone keeps (MP-12). Its script opens them on the phone, without the server. */
export function pocketDocument(
  brand: PocketBrand,
  { language, fontSize }: { readonly language: Language; readonly fontSize: FontSize },
): string {
  const say = texts(language)
  const t = (id: keyof typeof en) => text(say(id))
  const until = text(say('until', { date: '\n' })).replace('\n', '<b data-text="until"></b>')
  const phone = (number: string, mark = '') =>
    `<a href="tel:${attribute(number.replace(/[^\d+]/g, ''))}"${mark}>${text(number)}</a>`
  const nurses = brand.nurseLine && [
    `<li><p>${t('nurse-line')}</p>${phone(brand.nurseLine.number)}`,
    `<p class="muted"><bdi>${text(brand.nurseLine.hours)}</bdi></p></li>`,
  ]
  return `<!doctype html>
<html ${languageAttributes(language)} data-font-size="${fontSize}" data-brand="${attribute(brand.code)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('title')} · ${text(brand.name)}</title>
<meta name="theme-color" content="${attribute(brand.themeColor)}">
<meta name="robots" content="noindex">
<link rel="icon" href="/pocket/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pocket/brand.css">
<link rel="stylesheet" href="/pocket/page.css">
<script type="module" src="/pocket/page.js"></script>
</head>
<body>
<header><span><img src="/pocket/mark.svg" alt="" width="28" height="28"></span><p>${text(brand.name)}</p></header>
<main>
${placeLine(language, brand.code)}<h1>${t('title')}</h1>
<p role="status" data-part="waiting">${t('waiting')}</p>
<section data-part="kept" hidden>
<p>${t('about')}</p>
<div data-part="cards"></div>
<p class="muted">${until}</p>
<button type="button" data-do="remove">${t('remove')}</button>
</section>
<section data-part="none" tabindex="-1" hidden>
<p role="status"><span data-part="removed" hidden>${t('removed')}</span></p>
<h2>${t('none-title')}</h2>
<p>${t('none')}</p>
<p><a href="/mbr/">${t('open')}</a></p>
</section>
<section class="numbers" aria-labelledby="numbers">
<h2 id="numbers">${t('numbers')}</h2>
<ul role="list">
<li><p>${t('service')}</p>${phone(brand.phone, ' data-phone')} <span class="muted">${t('tty')} ${phone(brand.tty)}</span>${nurses === null ? `<p class="muted">${t('nurse')}</p></li>` : `</li>\n${nurses.join('')}`}
<li><p>${t('emergency')}</p><a href="tel:911">${t('call-911')}</a></li>
<li><p>${t('crisis')}</p><a href="tel:988">${t('call-988')}</a><br><a href="sms:988">${t('text-988')}</a></li>
</ul>
</section>
</main>
<template data-part="card"><details><summary></summary>
<div class="sides"><img data-side="front" alt="${attribute(say('front'))}. ${attribute(say('words'))}"><img data-side="back" alt="${attribute(say('back'))}. ${attribute(say('words'))}"></div>
<dl></dl></details></template>
</body>
</html>
`
}
