import { expect, test } from 'vitest'
import { checkContact, contactNames, normalizeContact } from './contact.ts'

test('RG-3 SI-10 every line may stay empty, whatever its rule', () => {
  expect(contactNames).toContain('phone')
  for (const name of contactNames)
    for (const typed of ['', ' ']) expect([name, checkContact(name, typed)]).toEqual([name, null])
})

test('VA-1 VA-7 a line is judged as it will be stored', () => {
  expect(normalizeContact('address', ' 12 o’Hara ave ')).toBe("12 O'HARA AVE")
  expect(checkContact('address', ' 12 o’Hara ave ')).toBeNull()
  expect(checkContact('city', 'Coeur d’Alene')).toEqual({ code: 'address.invalid' })
  expect(checkContact('phone', ' 412-555-0142 ')).toBeNull()
  expect(checkContact('phone', '12')).toEqual({ code: 'phone.invalid' })
  expect(checkContact('zipCode', '1522')).toEqual({ code: 'zip.invalid' })
  expect(normalizeContact('nickName', ' May ')).toBe('May')
})
