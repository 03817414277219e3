import { expect, expectAccessible, open, password, port, submitSignIn, test, waitForHydration } from './support.ts'

const producer = `http://producer.hmbcbs.localhost:${port}`
const tokenPath = '/api/oauth/v2/producerportal/tokens'
const helperPath = '/rbsmbl/x-services/sessionCookies'

test('SI-10 SI-11 SI-12 ER-11 on the producer portal an agent signs in by a token exchange, which leaves only HttpOnly cookies', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/400/)
  const sent: string[] = []
  const tokens: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  // Recorded before the page gets the answer: the page then leaves, and the browser drops the response.
  await page.exposeFunction('noteAnswer', (answer: string) => {
    const { access_token: access, refresh_token: refresh } = JSON.parse(answer)
    tokens.push(access, refresh)
  })
  await page.addInitScript((path) => {
    const { fetch, noteAnswer } = window as unknown as Window & { noteAnswer: (answer: string) => Promise<void> }
    window.fetch = async (...sent) => {
      const answer = await fetch(...sent)
      if (answer.ok && answer.url.endsWith(path)) await noteAnswer(await answer.clone().text())
      return answer
    }
  }, tokenPath)
  await open(page, `${producer}/`)
  const modal = page.getByRole('dialog')

  await submitSignIn(page, 'AGENT001', 'wrong-1A')
  await expect(modal.getByRole('heading')).toHaveText('That login ID and password do not match')
  await expectAccessible(page, 'the modal of a refused token sign-in')
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)

  await submitSignIn(page, 'LOCKED01')
  await expect(modal.getByRole('heading')).toHaveText('Your account is locked for now')
  await modal.getByRole('button', { name: 'Close' }).first().click()
  await expect(modal).toHaveCount(0)

  await page.locator('#loginId').fill('AGENT001')
  await page.locator('#password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.locator('#loginId')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible()
  await waitForHydration(page)
  expect(sent.slice(0, 4)).toEqual([...Array(3).fill(`POST ${tokenPath}`), `POST ${helperPath}`])

  // The store and brand that the agent signed in to are stored.
  const readStorage = () =>
    page.evaluate(
      async (path) => (await (await fetch(path)).json()).payload.ratingInfo,
      '/wcs/x-services/resources/store/10151/ratingInfo',
    )
  await expect.poll(readStorage).toEqual([{ storeId: '10151', brand: 'hmbcbs' }])

  const cookies = await context.cookies()
  for (const name of ['LtpaToken2', 'oAuthToken']) {
    expect(cookies.find((cookie) => cookie.name === name)).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  }
  // A file of the page that loads after its first view stores it.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('UserData'))).not.toBeNull()
  const readable = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...sessionStorage }, { ...localStorage }]),
  )
  expect(JSON.parse(JSON.parse(readable)[1].UserData)).toEqual({ logonId: 'AGENT001', isLoggedIn: true })
  expect(tokens).toHaveLength(2)
  for (const secret of [...tokens, password]) expect(readable).not.toContain(secret)
})

test('SI-12 an answer without tokens, or for nobody, signs nobody in and says so on the console', async ({
  page,
  noise,
  lines,
}) => {
  const told = /^console\.error: (No \/tokens response|No decoded token value exists|No user ID available\.\.\.)$/
  noise.allow(told)
  const nobody = `a.${Buffer.from('{"sub":"x"}').toString('base64url')}.c`
  const answers = [{}, { access_token: nobody, refresh_token: 'r' }]
  await page.route(`**${tokenPath}`, (route) => route.fulfill({ json: answers.shift() }))
  await open(page, `${producer}/`)
  for (const expected of [['No /tokens response'], ['No decoded token value exists', 'No user ID available...']]) {
    lines.length = 0
    await submitSignIn(page, 'AGENT001')
    const modal = page.getByRole('dialog')
    await expect(modal).toContainText(
      'There has been a problem accessing this service. Please contact technical support.',
    )
    await expect
      .poll(() => lines.filter((line) => told.test(line)))
      .toEqual(expected.map((line) => `console.error: ${line}`))
    await modal.getByRole('button', { name: 'Close' }).first().click()
    await expect(modal).toHaveCount(0)
  }
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('LtpaToken2')
})
