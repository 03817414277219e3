import type { Page } from '@playwright/test'
import { buildOrigin, expect, expectUsable, needChromium, open, signIn, tabTo, test } from './support.ts'

const origin = buildOrigin('hmbcbs')
const coverage = `${origin}/login/#/coverage`
const pocket = `${origin}/pocket/`
const main = (page: Page) => page.getByRole('main')
const findNothing = (page: Page) => page.getByRole('heading', { name: 'No ID card is kept on this phone' })

/** What the browser stores of the page below `/pocket/`, and whether a worker handles it. */
function findTraces(page: Page) {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => name?.startsWith('portico-pocket')),
    caches: (await caches.keys()).filter((name) => name === 'portico-pocket'),
    worker: (await navigator.serviceWorker.getRegistration('/pocket/')) !== undefined,
  }))
}

const none = { databases: [], caches: [], worker: false }

/** Everything in the browser's stores, as text, in which any readable name or number would show. */
function readStores(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const said: string[] = [JSON.stringify(localStorage), location.href]
    const decode = (bytes: ArrayBuffer | Uint8Array) => new TextDecoder('latin1').decode(bytes)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('portico-pocket')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const rows = await new Promise<Record<string, unknown>[]>((resolve) => {
      const asked = database.transaction('kept').objectStore('kept').getAll()
      asked.onsuccess = () => resolve(asked.result)
    })
    database.close()
    for (const row of rows)
      for (const [name, value] of Object.entries(row)) {
        said.push(name)
        if (value instanceof CryptoKey) said.push(`key, extractable: ${value.extractable}`)
        else if (value instanceof ArrayBuffer || value instanceof Uint8Array) said.push(decode(value))
        else said.push(JSON.stringify(value))
      }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true })
        said.push(request.url, decode((await answer?.arrayBuffer()) ?? new ArrayBuffer()))
      }
    }
    return said.join('\n')
  })
}

/** Opens the card's further actions. */
function unfold(page: Page): Promise<void> {
  return main(page)
    .getByRole('button', { name: /^(Keep or share|Guardar o compartir)$/ })
    .press('Enter')
}

/** Turns it on by keyboard and waits until it is kept. */
async function keep(page: Page): Promise<void> {
  const box = main(page).getByRole('checkbox', { name: 'Keep my ID card on this phone' })
  await expect(box).not.toBeChecked()
  await box.press('Space')
  await expect(main(page).getByText(/^Kept here\. Expires on/)).toBeVisible()
}

test('MP-12 SO-1 a member keeps their ID card on their phone, shows it without a network, and signing out deletes it', async ({
  page,
  context,
  noise,
}) => {
  needChromium('to be without a network')
  noise.allow(/ERR_INTERNET_DISCONNECTED|request failed/)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'MEMBER01')
  await open(page, coverage)
  const number = await main(page)
    .getByRole('group', { name: 'Front of the card' })
    .locator('span[aria-hidden]')
    .first()
    .textContent()
  expect(number?.length).toBeGreaterThan(8)
  await unfold(page)
  const offer = main(page).getByRole('region', { name: 'On this phone' })
  await expect(offer).toContainText('Anyone who can unlock this phone can see them')
  await expect(offer).toContainText('30 days after your last visit')
  expect(await findTraces(page)).toEqual(none)
  await keep(page)
  await expectUsable(page, 'coverage with the card kept')

  const stored = await readStores(page)
  expect(stored).toContain('extractable: false')
  expect(stored).toContain('/pocket/page.js')
  for (const plain of ['Mayte', 'Escobar', number ?? '', 'PPO Blue']) expect(stored).not.toContain(plain)

  await offer.getByRole('link', { name: 'Open my ID card as it is kept here' }).press('Enter')
  await page.waitForURL(pocket)
  await expect(page.getByText(`${number}`).first()).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My ID card')
  const first = page.getByRole('group').first()
  await expect(first).toContainText(`Mayte Escobar`)
  await expect(first).toContainText(`${number}`)
  for (const side of ['Front', 'Back'])
    expect(
      await first
        .getByRole('img', { name: `${side} of the card` })
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    ).toBe(true)
  await expect(page.getByRole('link', { name: /^\+?[\d() -]{10,}$/ }).first()).toHaveAttribute(
    'href',
    /^tel:\+?\d{10,}$/,
  )
  await expect(page.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911')
  await expect(page.getByRole('link', { name: 'Text 988' })).toHaveAttribute('href', 'sms:988')
  await expectUsable(page, 'the kept card')
  // The worker handles no other page: without a network there is none.
  await expect(page.goto(`${origin}/mbr/`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)

  await context.setOffline(false)
  await open(page, `${origin}/mbr/`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/mbr'))
  await expect.poll(() => findTraces(page)).toEqual(none)
  await context.setOffline(true)
  await expect(page.goto(pocket)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(false)
  await page.goto(pocket)
  await expect(findNothing(page)).toBeVisible()
  await expect(page.getByText('Mayte')).toHaveCount(0)
})

test('MP-12 RG-3 another person who signs in on the phone sees nothing of the first member, and a session that timed out leaves the card', async ({
  page,
  context,
  noise,
}) => {
  await signIn(page, 'MEMBER01')
  await open(page, coverage)
  await unfold(page)
  await keep(page)
  await context.clearCookies()
  await page.goto(pocket)
  await expect(page.getByText('Mayte Escobar').first()).toBeVisible()

  // They come back while the network is bad: an update that is due does not happen, and the cards stay.
  noise.allow(/keptCards|ERR_FAILED|request failed/)
  await signIn(page, 'MEMBER01')
  let tries = 0
  await page.route('**/coverage/v1/keptCards', (route) => {
    tries += 1
    return route.abort()
  })
  await open(page, `${origin}/mbr/`)
  await expect.poll(() => tries).toBeGreaterThan(0)
  await page.unroute('**/coverage/v1/keptCards')
  await page.goto(pocket)
  await expect(page.getByText('Mayte Escobar').first()).toBeVisible()

  noise.allow(/stored session is stale/)
  await signIn(page, 'FAMILY01')
  await open(page, `${origin}/mbr/`)
  await expect.poll(() => findTraces(page)).toEqual(none)
  await page.goto(pocket)
  await expect(findNothing(page)).toBeVisible()
  await expect(page.getByText('Mayte')).toHaveCount(0)
})

test('MP-12 LG-1 when turned off, the card is deleted at once; in Spanish, at 320 px and in the largest text it shows in full', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await context.addCookies([
    { name: 'language', value: 'es', url: origin },
    { name: 'fontSize', value: 'largest', url: origin },
  ])
  await signIn(page, 'MEMBER01')
  await open(page, coverage)
  await unfold(page)
  const box = main(page).getByRole('checkbox', { name: 'Guardar mi tarjeta en este teléfono' })
  await box.press('Space')
  await expect(main(page).getByText(/^Guardada aquí\. Vence el/)).toBeVisible()
  await expectUsable(page, 'coverage in Spanish')
  await page.goto(pocket)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi tarjeta de identificación')
  await expect(page.getByRole('group').first()).toContainText('Número de miembro')
  await expectUsable(page, 'the kept card in Spanish')
  await tabTo(page, page.getByRole('button', { name: 'Borrar de este teléfono' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se borró. Este teléfono ya no guarda ninguna tarjeta.')).toBeVisible()
  expect(await findTraces(page)).toEqual(none)

  await open(page, coverage)
  await unfold(page)
  await box.press('Space')
  await expect(main(page).getByText(/^Guardada aquí\. Vence el/)).toBeVisible()
  await box.press('Space')
  await expect(main(page).getByText('Se borró. Aquí ya no se guarda nada.')).toBeVisible()
  expect(await findTraces(page)).toEqual(none)
})

test('MP-12 the page that looks for leftovers of an earlier visit ignores cards that are being stored at that moment', async ({
  page,
}) => {
  // A page that becomes idle only when the test says so, as on a slow phone.
  await page.addInitScript(() => {
    const rest = new Promise((resolve) => window.addEventListener('rest', resolve))
    window.requestIdleCallback = (done) => {
      rest.then(() => done({ didTimeout: false, timeRemaining: () => 50 }))
      return 0
    }
  })
  await signIn(page, 'MEMBER01')
  await open(page, coverage)
  await unfold(page)
  let letGo = () => {}
  const isSent = new Promise<void>((sent) => {
    page.route('**/coverage/v1/keptCards', async (route) => {
      sent()
      await new Promise<void>((go) => {
        letGo = go
      })
      await route.continue()
    })
  })
  await main(page).getByRole('checkbox', { name: 'Keep my ID card on this phone' }).press('Space')
  await isSent
  await page.evaluate(() => window.dispatchEvent(new Event('rest')))
  // It waits for its turn.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name)))
    .toContain('portico.pocket')
  letGo()
  await expect(main(page).getByText(/^Kept here\. Expires on/)).toBeVisible()
  await page.goto(pocket)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My ID card')
  expect((await findTraces(page)).worker).toBe(true)
})

test('MP-12 a browser that cannot store cards says so, and one that can share pictures shares the card by its own sheet', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // In Firefox the empty page before the first one has no `crypto.subtle`.
    if (crypto.subtle !== undefined)
      Object.defineProperty(crypto.subtle, 'generateKey', { value: () => Promise.reject(new Error('private')) })
    const shared: string[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: ({ files }: ShareData) => files?.[0]?.type === 'image/png',
      share: async ({ files, ...rest }: ShareData) => {
        for (const file of files ?? [])
          shared.push(`${file.name} ${new TextDecoder('latin1').decode((await file.arrayBuffer()).slice(1, 4))}`)
        shared.push(JSON.stringify(rest))
      },
    })
  })
  await signIn(page, 'MEMBER02')
  await open(page, coverage)
  await unfold(page)
  await main(page).getByRole('checkbox', { name: 'Keep my ID card on this phone' }).press('Space')
  await expect(main(page).getByRole('alert')).toContainText('This browser cannot keep your ID card')
  expect(await findTraces(page)).toEqual(none)
  await main(page).getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual(['id-card-front.png PNG', 'id-card-back.png PNG', '{}'])
})

test('MP-12 MP-1 the card on Home has the same offer, and a page of the kept card that is open ends when they sign out elsewhere', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, 'MEMBER01')
  await open(page, `${origin}/mbr/`)
  await unfold(page)
  await keep(page)
  await expectUsable(page, 'Home with the card kept')
  await page.goto(pocket)
  await expect(page.getByText('Mayte Escobar').first()).toBeVisible()

  // Another tab signs out, but this page hears nothing of it.
  const isOver = await page.evaluate(async () => {
    const address = '/rbsmbl/x-services/userauth/v1/login'
    return (await fetch(address, { method: 'DELETE', headers: { appid: 'chmmbr' } })).ok
  })
  expect(isOver).toBe(true)
  await expect(page.getByText('Mayte Escobar').first()).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(findNothing(page)).toBeVisible()
  await expect(page.getByText('Mayte')).toHaveCount(0)
  await expect.poll(() => findTraces(page)).toEqual(none)
})

test('CH-1 HD-1 on a narrow phone the chat is a separate bar, which covers no line of text in part', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-25T15:00:00Z'))
  await signIn(page, 'MEMBER01')
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await open(page, `${origin}/mbr/`)
    const chat = page.getByRole('button', { name: /chat/i }).last()
    await expect(chat).toBeVisible()
    await expect(async () => {
      const box = await chat.boundingBox()
      // Without the scroll bar, which takes space in some browsers.
      const whole = await page.evaluate(() => document.documentElement.clientWidth)
      const bottom = Math.round((box?.y ?? 0) + (box?.height ?? 0))
      expect([box?.x, Math.round(box?.width ?? 0), bottom]).toEqual([0, whole, 700])
    }).toPass()
  }
})
