import { join, resolve } from 'node:path'
import { portalOrigin } from '@portico/rules/brand/portal-origin'
import { languages } from '@portico/rules/languages/list'
import { describe, expect, test } from 'vitest'
import { loadBrands } from '../../brands/brand/load.ts'
import { logoPng } from '../../brands/brand/logo-png.ts'
import { compose, type EmailDraft } from './compose.ts'
import { type EmailTexts, emailTexts } from './items.ts'
import { type EmailTemplate, emailTemplates } from './templates.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

const brands = [...loadBrands(join(resolve(import.meta.dirname, '../../../..'), 'brands')).values()]
const templates = Object.keys(emailTemplates) as EmailTemplate[]
const place = { ownOrigins: ['https://secure.highmark.example'], port: 443 }

const composeLetter = (composing: Pick<EmailDraft, 'template' | 'language' | 'brand'> & Partial<EmailDraft>) =>
  compose({
    values: emailTemplates[composing.template].sample,
    portal: portalOrigin(composing.brand.brand, place),
    defaultServicePhone: '1-800-555-0199',
    ...composing,
  })

test('MC-6 every text is there in both languages, and in no other words than asked for', () => {
  expect(Object.keys(es)).toEqual(Object.keys(en))
  const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort()
  for (const [key, text] of Object.entries(en)) expect(names(es[key as keyof typeof es]), key).toEqual(names(text))
  const said = templates.flatMap((name) => ['subject', 'heading', 'body', 'action'].map((part) => `${name}.${part}`))
  const others = Object.keys(en).filter((key) => !/^(footer\.|counted\.|address$)/.test(key))
  expect(others.sort()).toEqual(said.sort())
})

test.each(['staff-invitation', 'agent-invitation'] as const)(
  'AD-2 MC-6 %s gives the hours of service at its foot, and those of the link in its text',
  (template) => {
    const [brand] = brands
    if (brand === undefined) throw new Error('There are no brands.')
    const { text } = composeLetter({ template, language: 'en', brand })
    const frame = composeLetter({ template: 'contact-card', language: 'en', brand }).text
    const hours = /Hours: (.+)\.\n/.exec(frame)?.[1]
    expect(hours).toMatch(/[ap]\.?m/i)
    expect(text).toContain(`Hours: ${hours}.`)
    expect(text).toContain('for 72 hours')
  },
)

test.each(['staff-confirmation', 'feed-held', 'feed-late'] as const)(
  'AD-2 MC-6 %s goes to staff, who have no message center of a member',
  (template) => {
    const [brand] = brands
    if (brand === undefined) throw new Error('There are no brands.')
    const { text } = composeLetter({ template, language: 'en', brand })
    expect(text).not.toMatch(/message center|member portal/)
    expect(composeLetter({ template, language: 'es', brand }).text).not.toMatch(/centro de mensajes/i)
  },
)

test('SH-9 who has just applied is told that it can be corrected or withdrawn until it is paid', () => {
  const [brand] = brands
  if (brand === undefined) throw new Error('There are no brands.')
  const compose = (language: 'en' | 'es') => composeLetter({ template: 'application-received', language, brand }).text
  expect(compose('en')).toContain('correct or withdraw')
  expect(compose('es')).toContain('corregir o retirar')
})

test('AG-5 LG-4 an agent who is given one client reads about one, in the singular', () => {
  const [brand] = brands
  if (brand === undefined) throw new Error('There are no brands.')
  const composeCount = (language: 'en' | 'es', count: string) =>
    composeLetter({ template: 'clients-handed-over', language, brand, values: { count } })
  expect(composeCount('en', '1').subject).toBe('You have 1 new client')
  expect(composeCount('en', '12').text).toContain('Your agency gave you 12 new clients.')
  expect(composeCount('es', '1').text).toContain('Su agencia le transfirió 1 cliente nuevo.')
  expect(composeCount('es', '12').subject).toBe('Tiene 12 clientes nuevos')
})

describe.each(brands)('$brand.code', (one) => {
  const { brand } = one
  const all = templates.flatMap((template) =>
    languages.map((language) => ({ template, language, letter: composeLetter({ template, language, brand: one }) })),
  )

  test('BR-12 MC-6 an e-mail names, links to and looks like its own brand and no other', () => {
    const own = `secure.${brand.domain}`
    for (const { template, language, letter } of all) {
      const told = [letter.subject, letter.text, letter.html]
      const hosts = told.flatMap((text) => [...text.matchAll(/https?:\/\/([^/"\s<]+)/g)].map(([, host]) => host))
      expect(new Set(hosts), template).toEqual(new Set([own]))
      expect(letter.html).toContain(`defBrand=${brand.code}`)
      expect(letter.text).toContain(one.texts[language].name)
      const others = brands.filter(({ brand: { code } }) => code !== brand.code)
      for (const { brand: other, texts } of others) {
        const { name } = texts[language]
        if (!one.texts[language].name.includes(name)) expect(told.join('\n')).not.toContain(name)
        for (const phone of [other.customerServicePhoneNumber, other.customerServiceNumber]) {
          const isOwn = [brand.customerServicePhoneNumber, brand.customerServiceNumber].includes(phone)
          if (phone !== null && !isOwn) expect(told.join('\n')).not.toContain(phone)
        }
      }
      expect(told.join('\n')).not.toMatch(/[{}]\w+[{}]|undefined/)
      expect(letter.html).not.toMatch(/<script|src="http|@import|url\(/)
      expect(letter.html).toContain(one.tokens['--brand-primary'])
    }
  })

  test('MC-6 its logo can be drawn', () => {
    expect(logoPng(one).subarray(1, 4).toString()).toBe('PNG')
  })
})

const [first] = brands
if (first === undefined) throw new Error('There are no brands.')

test('SH-9 AG-6 RG-1 ER-5 an e-mail to someone who may have no account mentions neither an account nor the message center', () => {
  const strangers: readonly EmailTemplate[] = [
    ...(['application-received', 'application-complete', 'application-paid', 'application-unpaid'] as const),
    ...(['application-effectuated', 'application-withdrawn', 'plan-proposal', 'guardian-pin'] as const),
    ...(['confirm-registration', 'resume-registration', 'access-invitation', 'account-closed'] as const),
  ]
  const composeTold = (template: EmailTemplate, language: (typeof languages)[number]) => {
    const { text } = composeLetter({ template, language, brand: brands[0] as (typeof brands)[number] })
    return text.slice(text.indexOf('\n--\n'))
  }
  for (const template of strangers) {
    expect(composeTold(template, 'en'), template).not.toMatch(/an account|message center/)
    expect(composeTold(template, 'es'), template).not.toMatch(/una cuenta|centro de mensajes/)
  }
  expect(composeTold('new-message', 'en')).toMatch(/have an account.*message center/s)
  expect(composeTold('new-message', 'es')).toMatch(/una cuenta.*centro de mensajes/s)
})

test('MC-6 the values in an e-mail are plain text, whatever they look like', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&'
  const letter = composeLetter({
    template: 'forgotten-login-id',
    language: 'en',
    brand: first,
    values: { loginId: hostile },
  })
  expect(letter.html).not.toContain('<img src=x')
  expect(letter.html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;')
  expect(letter.text).toContain(hostile)
})

test('MC-6 an e-mail that would lead away from its brand, or lacks a value, is not written', () => {
  for (const link of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'mbr/'])
    expect(() =>
      composeLetter({ template: 'forgotten-password', language: 'en', brand: first, values: { link, minutes: '15' } }),
    ).toThrow(/lead/)
  expect(() => composeLetter({ template: 'forgotten-login-id', language: 'en', brand: first, values: {} })).toThrow(
    'loginId',
  )
})

test('LG-4 moments are in the language of the e-mail, in Eastern time', () => {
  const on = (language: 'en' | 'es') => composeLetter({ template: 'password-changed', language, brand: first }).text
  expect(on('en')).toMatch(/November 18, 2026 at 9:12\sAM EST/)
  expect(on('es')).toMatch(/18 de noviembre de 2026 a las 9:12\s*a\.\s?m\. EST/)
})

describe('CT-4 the words of authors', () => {
  const released = emailTexts('forgotten-login-id', 'en')
  const composeBody = (body: string, more: Partial<EmailTexts> = {}, loginId = 'SAMPLE01') =>
    composeLetter({
      template: 'forgotten-login-id',
      language: 'en',
      brand: first,
      values: { loginId },
      texts: { ...released, body, ...more },
    })

  test('CT-4 marks show in the HTML, and are gone from the plain text; links lead to the own brand', () => {
    const letter = composeBody(
      '## Hello\n\nYour ID is **{loginId}**.\n\n- [Write to us](/msg/#!/contact-us)\n- Or call',
    )
    expect(letter.html).toMatch(/<h2 [^>]*>Hello<\/h2>/)
    expect(letter.html).toContain('<strong>SAMPLE01</strong>')
    const href = new RegExp(
      `<a href="https://secure.${first.brand.domain}/msg/[?]defBrand=${first.brand.code}#!/contact-us"`,
    )
    expect(letter.html).toMatch(href)
    expect(letter.text).toContain('Hello\n\nYour ID is SAMPLE01.\n\n- Write to us (https://')
    expect(() => composeBody('[x](https://evil.test/)')).toThrow(/leads away/)
  })

  test('CT-4 what could do harm shows as text; no value marks anything; a subject is one line', () => {
    const hostile = '<script>alert(1)</script> <img src="https://evil.test/p.png">'
    const letter = composeBody(hostile, { subject: `Hello\r\nBcc: evil@evil.test`, heading: '<b>x</b>' }, '**[a](/x)**')
    expect(letter.html).not.toMatch(/<script|<img src="https|<b>x/)
    expect(letter.html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
    expect(letter.text).toContain(hostile)
    expect(letter.subject).toBe('Hello Bcc: evil@evil.test')
    expect(composeBody('{loginId}', {}, '**[a](/x)**').html).toContain('>**[a](/x)**</p>')
  })
})

test('LG-4 MC-6 an e-mail that a machine translated says so, in its language and in English, until it is checked', () => {
  const [brand] = brands
  if (brand === undefined) throw new Error('There are no brands.')
  const write = (checked: EmailDraft['checked']) => {
    const { text, html } = composeLetter({
      template: 'contact-card',
      language: 'ar',
      brand,
      ...(checked && { checked }),
    })
    return [text, html].map((part) => /checked by no one yet|what has changed since/.exec(part)?.[0] ?? null)
  }
  expect(write('unchecked')).toEqual(['checked by no one yet', 'checked by no one yet'])
  expect(write('changed')).toEqual(['what has changed since', 'what has changed since'])
  expect(write('checked')).toEqual([null, null])
})
