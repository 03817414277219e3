import { emailCount, newEmail } from './outbox.ts'
import {
  chooseLogin,
  chooseQuestions,
  describeContact,
  describePerson,
  field,
  finish,
  followLink,
  form,
  linkTo,
  locateHeading,
  personAt,
  signInFirst,
  start,
  texts,
  word,
} from './registering.ts'
import { buildOrigin, expect, expectUsable, open, tabTo, test, waitForHydration, waitForQuiet } from './support.ts'

test.describe('on a desktop, in English', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('RG-1 MN-3 VA-2 VA-5 a member registers by keyboard: sees errors, resumes after a reload, goes back and to a second tab, then signs in', async ({
    page,
    noise,
  }, { retry }) => {
    test.slow()
    noise.allow(/40[01]/)
    const t = texts.en
    // Each retry registers another person.
    const { memberId, first, last, birth } = personAt(retry, [
      { memberId: '88701073406', first: 'Renae', last: 'Kovach', birth: ['1', '25', '1965'] },
      { memberId: '88701128839', first: 'Gordon', last: 'Pell', birth: ['9', '28', '1962'] },
      { memberId: '88701120920', first: 'Marisol', last: 'Quintero', birth: ['2', '11', '1984'] },
    ])
    const [month, day, year] = birth
    const to = 'kovach@mail.test'
    const before = emailCount(to)
    await open(page, `${buildOrigin('hmbcbs')}/login/`)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(locateHeading(page)).toHaveText('Who are you?')
    await tabTo(page, page.getByRole('button', { name: t.next }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: '2 fields are still empty' })).toBeFocused()
    await expect(form(page)).toHaveAttribute('data-state', 'Incomplete')
    await expect(page.getByRole('radio')).toHaveCount(5)
    await expectUsable(page, 'start of registration, refused')

    // A ZIP code of another brand leads to that brand, but a member may stay.
    await start(page, 'en', '55401')
    await expect(page.getByRole('status').getByText(/^ZIP code 55401 belongs to/)).toBeVisible()
    await expectUsable(page, 'zip of another brand')
    await field(page, t.zip).fill('15003')
    await page.keyboard.press('Enter')
    const county = field(page, 'County')
    await expect(county).toBeFocused()
    await county.selectOption({ index: 1 })
    await page.getByRole('button', { name: t.next }).press('Enter')
    await expect(locateHeading(page)).toHaveText(t.titles[0])
    await expect(locateHeading(page)).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Create an account' }).getByRole('listitem')).toHaveCount(5)

    // Errors show at their field, and survive a reload.
    await describePerson(page, 'en', {
      memberId: '88701-0734',
      first,
      last,
      birth: [month, day, '2020'],
    })
    await page.keyboard.press('Enter')
    await expect(field(page, t.memberId)).toHaveAccessibleDescription(/^Your Member ID must contain at least 9 digits/)
    await expect(page.getByRole('group', { name: 'Date of birth' })).toHaveAccessibleDescription(
      /You must be at least 14 years old/,
    )
    await expectUsable(page, 'coverage, refused by the rules')
    await field(page, t.memberId).fill(memberId)
    await field(page, 'Year').fill(String(Number(year) + 1))
    await page.reload()
    await waitForHydration(page)
    await expect(field(page, t.memberId)).toHaveValue(memberId)
    await page.getByRole('button', { name: t.next }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('We could not set up an account with these details')
    await expect(page.getByRole('alert').getByRole('link', { name: /\d{3}/ })).toHaveAttribute('href', /^tel:/)
    await expectUsable(page, 'coverage that matches nobody')
    // The previous step is about something else, and does not mention it.
    await page.goBack()
    await expect(locateHeading(page)).toHaveText('Who are you?')
    await expect(page.getByRole('alert').filter({ hasText: 'could not set up an account' })).toHaveCount(0)
    await page.goForward()
    await expect(locateHeading(page)).toHaveText(t.titles[0])
    await field(page, 'Year').fill(year)
    await page.keyboard.press('Enter')
    await expect(locateHeading(page)).toHaveText(t.titles[1])

    await describeContact(page, 'en', to)
    await field(page, t.repeat).fill('kovach@mail.com')
    await page.keyboard.press('Enter')
    await expect(field(page, t.repeat)).toHaveAccessibleDescription(/^Email addresses do not match/)
    await field(page, t.repeat).fill(to)
    await page.keyboard.press('Enter')
    await expect(locateHeading(page)).toHaveText(t.titles[2])
    await field(page, t.loginId).fill('member01')
    await field(page, t.password).fill('My-Member01-7')
    await page.keyboard.press('Enter')
    await expect(field(page, t.password)).toHaveAccessibleDescription(/^Password cannot contain your Login ID/)
    await field(page, t.password).fill(word)
    await page.keyboard.press('Enter')
    await expect(locateHeading(page)).toHaveText(t.titles[3])

    // Back and forward in the browser and through the steps; another browser tab takes over everything but secrets.
    await page.goBack()
    await expect(locateHeading(page)).toHaveText(t.titles[2])
    await expect(field(page, t.password)).toHaveValue(word)
    const other = await page.context().newPage()
    await open(other, `${buildOrigin('hmbcbs')}/login/#/register/finish`)
    await expect(locateHeading(other)).toHaveText('Who are you?')
    await expect(other.getByRole('status').getByText('You already started in another tab')).toBeVisible()
    await expectUsable(other, 'registration begun in another tab')
    await other.getByRole('button', { name: 'Go on here with what I typed' }).press('Enter')
    await expect(locateHeading(other)).toHaveText(t.titles[2])
    await waitForHydration(other)
    await expect(field(other, t.loginId)).toHaveValue('MEMBER01')
    await expect(field(other, t.password)).toHaveValue('')
    await page.goForward()
    await page.getByRole('button', { name: t.submit }).click()
    await expect(page.getByRole('group', { name: '7 fields are still empty' })).toBeFocused()
    await chooseQuestions(page, 'en')
    await expectUsable(page, 'security questions and terms')
    await field(page, t.accept).press('Space')
    await page.getByRole('button', { name: t.submit }).dblclick()
    await expect(locateHeading(page)).toHaveText(t.sent)
    await expect(page.getByRole('main')).toContainText(to)
    await expectUsable(page, 'link sent')
    // Once it is sent, the other browser tab says so, too.
    await expect(locateHeading(other)).toHaveText(t.sent)
    await expect(other.getByRole('main')).toContainText(to)
    await other.close()
    const readStored = () => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
    await expect.poll(readStored).not.toMatch(new RegExp(`${last}|${memberId}`))

    // The login ID is taken, but only the owner of the address is told.
    const link = await linkTo(to, before)
    expect(emailCount(to)).toBe(before + 1)
    await open(page, link)
    await expect(locateHeading(page)).toHaveText('Finish creating your account')
    await expect(page).not.toHaveURL(/ticket/)
    await expectUsable(page, 'link followed')
    await page.getByRole('button', { name: t.confirm }).press('Enter')
    await expect(locateHeading(page)).toHaveText('Please choose another login ID')
    await expect(locateHeading(page)).toBeFocused()
    await field(page, t.loginId).fill(`kovach6${retry}`)
    await field(page, t.password).fill(word)
    await expectUsable(page, 'login ID chosen anew')
    await page.keyboard.press('Enter')
    await expect(locateHeading(page)).toHaveText(t.done)
    await expectUsable(page, 'account ready')
    await signInFirst(page, 'en', `kovach6${retry}`, /\/mbr\//)
  })

  test('SE-1 SE-2 RG-1 registration is not cleared after 90 seconds; after a quarter of an hour secrets are cleared, everything else stays', async ({
    page,
  }) => {
    await page.clock.install()
    await open(page, `${buildOrigin('hmbcbs')}/login/#/register`)
    await waitForQuiet(page)
    await start(page, 'en', '15222')
    await expect(locateHeading(page)).toHaveText(texts.en.titles[0])
    await field(page, 'First name').fill('Odell')
    const warning = page.getByRole('dialog', { name: 'Session Expiration Warning' })
    await page.clock.fastForward(12 * 60_000)
    await expect(warning).toBeHidden()
    await expect(field(page, 'First name')).toHaveValue('Odell')
    await page.clock.fastForward(70_000)
    await expect(warning).toBeVisible()
    await page.clock.fastForward(2 * 60_000)
    await expect(page.getByRole('status').getByText('The form was cleared')).toBeVisible()
    await expect(locateHeading(page)).toHaveText('Who are you?')
    await field(page, 'ZIP code').press('Enter')
    await expect(field(page, 'First name')).toHaveValue('Odell')
  })

  test('ER-5 RG-1 a guardian by keyboard: own details refused, a PIN from the address on file, then the rest', async ({
    page,
    noise,
  }, { retry }) => {
    test.slow()
    noise.allow(/40[01]/)
    const t = texts.en
    // Each retry registers another child.
    const child = [
      { first: 'Ivy', birth: ['3', '9', '2018'] },
      { first: 'June', birth: ['10', '2', '2019'] },
      { first: 'Theo', birth: ['5', '21', '2020'] },
    ][retry] ?? { first: '', birth: [] }
    const pins = emailCount('marian@mail.test')
    const fillDay = async (parts: readonly string[]) => {
      for (const [at, part] of parts.entries()) await field(page, t.days[at] ?? '').fill(part)
    }
    await open(page, `${buildOrigin('hmbcbs')}/login/#/register`)
    await start(page, 'en', '16335')
    await expect(locateHeading(page)).toHaveText(t.titles[0])
    await field(page, t.relationship).selectOption('CUSTODIAL PARENT/GUARDIAN')
    await field(page, t.memberId).fill('14630845200')
    await field(page, 'Child’s first name').fill(child.first)
    await field(page, 'Child’s last name').fill('Rosenbaum')
    await fillDay(child.birth)
    await page.keyboard.press('Enter')
    await expect(locateHeading(page)).toHaveText('A parent or guardian has to be verified')
    await page.getByRole('button', { name: 'Send the PIN' }).press('Enter')
    await expect(page.getByRole('group', { name: '3 fields are still empty' })).toBeFocused()
    await field(page, 'Guardian’s first name').fill('Marion')
    await field(page, 'Guardian’s last name').fill('Rosenbaum')
    await fillDay(['2', '17', '1984'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('We could not verify the guardian')
    await expect(page.getByRole('alert').getByRole('link', { name: /\d{3}/ })).toHaveAttribute('href', /^tel:/)
    await expectUsable(page, 'guardian, refused')
    await field(page, 'Guardian’s first name').fill('Marian')
    await page.reload()
    await waitForHydration(page)
    await expect(field(page, 'Guardian’s first name')).toHaveValue('Marian')
    await field(page, 'Guardian’s first name').press('Enter')
    await expect(field(page, 'PIN')).toBeFocused()
    const pin = /\b(\d{6})\b/.exec((await newEmail('marian@mail.test', pins)).text)?.[1] ?? ''
    await field(page, 'PIN').fill(pin === '111111' ? '222222' : '111111')
    await page.keyboard.press('Enter')
    await expect(field(page, 'PIN')).toHaveAccessibleDescription(/^This PIN is not right/)
    await expectUsable(page, 'PIN, refused')
    await field(page, 'PIN').fill(pin)
    await page.keyboard.press('Enter')
    await expect(locateHeading(page)).toHaveText(t.titles[1])
  })
})

test.describe('on a desktop, in Spanish', () => {
  test.use({ viewport: { width: 1280, height: 900 }, locale: 'es-US' })

  test('RG-1 VA-2 BR-11 SH-1 a visitor by keyboard: only where the brand has plans, wants to be called, and signs in as a prospect', async ({
    page,
    noise,
  }, { retry }) => {
    test.slow()
    noise.allow(/40[01]/)
    const t = texts.es
    await open(page, `${buildOrigin('hmbcbs')}/login/#/register`)
    await field(page, 'Busco un plan y tengo menos de 65 años').press('Space')
    await field(page, t.zip).fill('10001')
    await page.keyboard.press('Enter')
    await expect(field(page, t.zip)).toHaveAccessibleDescription(/no ofrecemos planes/i)
    await expect(page.getByRole('main').getByRole('group').first()).toBeFocused()
    await expectUsable(page, 'zip that is not served, in Spanish')
    await field(page, t.zip).fill('15222')
    await page.keyboard.press('Enter')
    await expect(locateHeading(page)).toHaveText(t.titles[0])
    await expect(field(page, t.memberId)).toHaveCount(0)
    await field(page, t.first).fill('Ignacia')
    await field(page, t.last).fill('Barrientos')
    for (const [at, part] of ['6', '31', '1990'].entries()) await field(page, t.days[at] ?? '').fill(part)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Fecha de nacimiento' })).toHaveAccessibleDescription(
      /La fecha no es válida/,
    )
    await field(page, t.days[1] ?? '').fill('30')
    await page.keyboard.press('Enter')
    await expect(locateHeading(page)).toHaveText(t.titles[1])
    await field(page, 'Comuníquense conmigo para hablar de sus planes').press('Space')
    await expectUsable(page, 'contact of a visitor')
    const loginId = `ignacia${retry}`
    await finish(page, 'es', { to: `${loginId}@mail.test`, loginId })
    await signInFirst(page, 'es', loginId, /\/$|\/home|\/mbr\//)
  })
})

test.describe('on a phone, in English', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('RG-1 VA-5 VA-6 BR-11 a member of North Dakota: three choices, letters in the member ID, a longer top-level domain', async ({
    page,
    noise,
  }, { retry }) => {
    noise.allow(/40[01]/)
    test.slow()
    const t = texts.en
    const [to, loginId] = ['fettig@mail.example', `fettig9${retry}`]
    await open(page, `${buildOrigin('ndbcbs')}/login/#/register`)
    await expect(page.getByRole('radio')).toHaveCount(3)
    await start(page, 'en', '58102')
    await expect(locateHeading(page)).toHaveText(t.titles[0])
    const person = personAt(retry, [
      { memberId: '88701152596', first: 'Jolene', last: 'Fettig', birth: ['12', '22', '1991'] },
      { memberId: '88701144677', first: 'Lyle', last: 'Standing Bear', birth: ['3', '19', '1968'] },
      { memberId: '88701160515', first: 'Casper', last: 'Ohm', birth: ['1', '8', '1957'] },
    ])
    await describePerson(page, 'en', { ...person, memberId: 'ABC?12345' })
    await page.keyboard.press('Enter')
    await expect(field(page, t.memberId)).toHaveAccessibleDescription(/must contain 9 or more alphanumeric characters/)
    await describePerson(page, 'en', person)
    await page.keyboard.press('Enter')
    await finish(page, 'en', { to, loginId })
  })
})

test.describe('on a phone, in Spanish', () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: 'es-US' })

  test('RG-1 VA-5 BR-11 LG-4 a member of Minnesota: led there by the zip, saved for later, resumed on another phone', async ({
    page,
    newVisitor,
    noise,
  }, { retry }) => {
    test.slow()
    noise.allow(/40[01]/)
    const t = texts.es
    const [to, loginId] = ['voss@mail.test', `voss198${retry}`]
    const before = emailCount(to)
    await open(page, `${buildOrigin('default')}/login/#/register`)
    await start(page, 'es', '55401')
    await page.getByRole('link', { name: /^Ir a / }).click()
    await expect(page.locator('html')).toHaveAttribute('data-brand', 'mincr')
    await waitForHydration(page)
    await expect(field(page, t.zip)).toHaveValue('55401')
    await expect(page.getByRole('radio')).toHaveCount(3)
    await start(page, 'es', '55401')
    await expect(locateHeading(page)).toHaveText(t.titles[0])
    await expect(field(page, t.memberId)).toHaveAccessibleDescription(/tarjeta/)
    const person = personAt(retry, [
      { memberId: '88701192191', first: 'Anders', last: 'Voss', birth: ['02', '27', '1981'] },
      { memberId: '88701200110', first: 'Xia', last: 'Thao', birth: ['07', '09', '1995'] },
    ])
    await describePerson(page, 'es', { ...person, memberId: 'XYZ887011921' })
    await page.getByRole('button', { name: t.next }).click()
    await expect(field(page, t.memberId)).toHaveAttribute('aria-invalid', 'true')
    await expectUsable(page, 'member ID of Minnesota, refused')
    await field(page, t.memberId).fill(person.memberId)
    // The answer moves on only from its own step.
    const late = Promise.withResolvers<void>()
    await page.route('**/coverage', (route) => late.promise.then(() => route.continue()), { times: 1 })
    await page.getByRole('button', { name: t.next }).click()
    await page.goBack()
    await expect(page.getByRole('radio')).toHaveCount(3)
    const answer = page.waitForResponse('**/coverage')
    late.resolve()
    await answer
    await expect(page.getByRole('button', { name: t.next })).not.toHaveAttribute('aria-disabled', 'true')
    await page.goForward()
    await expect(locateHeading(page)).toHaveText(t.titles[0])
    await page.getByRole('button', { name: t.next }).click()
    await expect(locateHeading(page)).toHaveText(t.titles[1])
    await describeContact(page, 'es', to)

    // Left for a moment, then for longer.
    await page.goto('about:blank')
    await page.goBack()
    await waitForHydration(page)
    await expect(field(page, t.email)).toHaveValue(to)
    await page.getByRole('link', { name: 'Guárdelo y termine más tarde' }).click()
    await expect(locateHeading(page)).toHaveText('Guardar y terminar más tarde')
    await field(page, t.repeat).fill('otra@mail.test')
    await page.getByRole('button', { name: 'Guardar y enviarme el enlace' }).click()
    await expect(page.getByRole('main').getByRole('group').first()).toBeFocused()
    await expect(field(page, t.repeat)).toHaveAttribute('aria-invalid', 'true')
    await expectUsable(page, 'finish later, refused')
    await field(page, t.repeat).fill(to)
    await page.getByRole('button', { name: 'Guardar y enviarme el enlace' }).dblclick()
    await expect(locateHeading(page)).toHaveText('Queda guardado durante siete días')
    await expect(locateHeading(page)).toBeFocused()
    await expectUsable(page, 'saved for later')
    const readStored = () => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
    await expect.poll(readStored).not.toContain(person.last)
    const link = await linkTo(to, before, 'resume-registration')
    expect(emailCount(to)).toBe(before + 1)

    const phone = await newVisitor()
    await open(phone, link)
    await expect(locateHeading(phone)).toHaveText('Continúe donde se quedó')
    await expect(phone).not.toHaveURL(/ticket/)
    const fillDay = async (parts: readonly string[]) => {
      for (const [at, part] of parts.entries()) await field(phone, t.days[at] ?? '').fill(part)
    }
    await fillDay(['01', '01', '2001'])
    await phone.getByRole('button', { name: 'Continuar' }).click()
    await expect(phone.getByRole('group', { name: 'Fecha de nacimiento' })).toHaveAccessibleDescription(
      /no es la fecha de nacimiento/,
    )
    await expectUsable(phone, 'resumed with a wrong date')
    await fillDay(person.birth)
    await phone.getByRole('button', { name: 'Continuar' }).click()
    await expect(locateHeading(phone)).toHaveText(t.titles[2])
    await chooseLogin(phone, 'es', { to, loginId })
    await followLink(phone, 'es', await linkTo(to, before + 1))
  })
})
