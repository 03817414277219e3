import { findLocale } from '@portico/rules/languages/list'
import type { SandboxMethod, SandboxPayment } from './book.ts'

const texts = {
  en: {
    title: 'Test payment',
    notice: 'This is a sandbox. No real money moves here, and no card is asked for.',
    pay: 'Pay {amount} (test)',
    slow: 'Pay by bank, on its way for a while (test)',
    decline: 'Have the card declined (test)',
    back: 'Go back without paying',
    over: 'This payment is over.',
    saveTitle: 'Test card',
    always: 'Keep a card that works (test)',
    never: 'Keep a card that is always declined (test)',
    leave: 'Go back without keeping a card',
    saveOver: 'This page is over.',
  },
  es: {
    title: 'Pago de prueba',
    notice: 'Esto es una prueba. Aquí no se mueve dinero real ni se pide ninguna tarjeta.',
    pay: 'Pagar {amount} (prueba)',
    slow: 'Pagar por banco, en camino por un rato (prueba)',
    decline: 'Simular una tarjeta rechazada (prueba)',
    back: 'Volver sin pagar',
    over: 'Este pago ya terminó.',
    saveTitle: 'Tarjeta de prueba',
    always: 'Guardar una tarjeta que funciona (prueba)',
    never: 'Guardar una tarjeta siempre rechazada (prueba)',
    leave: 'Volver sin guardar una tarjeta',
    saveOver: 'Esta página ya terminó.',
  },
} as const

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** The payment page, like a gateway's. */
export function sandboxPage(payment: SandboxPayment): string {
  const say = texts[payment.language]
  const money = new Intl.NumberFormat(findLocale(payment.language), {
    style: 'currency',
    currency: 'USD',
  }).format(payment.amountCents / 100)
  const ways =
    payment.word.status === 'open'
      ? [button('paid', say.pay.replace('{amount}', money)), button('pending', say.slow), button('failed', say.decline)]
      : [`<p>${say.over}</p>`]
  const about = [payment.brandName, money].map((text) => `<p>${escapeHtml(text)}</p>`)
  return page(payment.language, say.title, [...about, form([...ways, button('back', say.back)])])
}

/** The page for entering a card to store. */
export function sandboxMethodPage(method: SandboxMethod): string {
  const say = texts[method.language]
  const ways =
    method.state === 'open' ? [button('always', say.always), button('never', say.never)] : [`<p>${say.saveOver}</p>`]
  const about = `<p>${escapeHtml(method.brandName)}</p>`
  return page(method.language, say.saveTitle, [about, form([...ways, button('back', say.leave)])])
}

const button = (how: string, text: string) => `<button name="how" value="${how}">${escapeHtml(text)}</button>`
const form = (parts: readonly string[]) => `<form method="post">${parts.join('')}</form>`

function page(language: 'en' | 'es', title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title>
<style>
body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
.sandbox{padding:.75rem 1rem;border:3px dashed #8a4b00;background:#fff4e0;color:#5c3200;font-weight:600}
form{display:grid;gap:.75rem;margin-top:1.5rem}button{min-height:2.75rem;padding:.5rem 1rem;font:inherit;cursor:pointer}
</style>
<main><p class="sandbox" role="note">SANDBOX. ${texts[language].notice}</p><h1>${title}</h1>
${parts.join('\n')}</main></html>`
}
