import { expect, test } from 'vitest'
import { mayBeOfOneSystem } from './named.ts'
import { comparePayers, type PayerSaid } from './payer.ts'

function sayName(...names: readonly string[]): PayerSaid {
  return { id: null, names, numbers: [] }
}

function sayNumber(system: string, value: string, ...names: readonly string[]): PayerSaid {
  return { id: null, names, numbers: [{ system, value }] }
}

test.each([
  ['same', sayName('Acme Health Plan'), sayName('ACME HEALTH PLAN, INC.')],
  ['same', sayName('Acme'), sayName('The Acme Health Plan')],
  ['same', sayName('BCBSND'), sayName('Blue Cross Blue Shield of North Dakota')],
  ['unlike', sayName('Acme Health East'), sayName('Acme Health West')],
  ['unlike', sayName('Medical Plan'), sayName('Dental Plan')],
  ['stranger', sayName('Acme Health Plan'), sayName('Zenith Health Plan')],
  ['stranger', sayName('Payer A'), sayName('Payer B')],
  ['unknown', sayName('Acme'), sayName()],
  ['unknown', sayName('Acme'), sayName('Health Plan')],
  ['same', sayNumber('naic', '12345', 'Acme'), sayNumber('naic', '12345', 'Zenith')],
  ['other', sayNumber('naic', '12345', 'Acme'), sayNumber('naic', '54321', 'Acme')],
  ['same', sayNumber('naic', '12345', 'Acme'), sayNumber('', '12345', 'Zenith')],
  ['same', sayNumber('', '60054', 'Acme'), sayNumber('', '60055', 'Acme')],
  ['stranger', sayNumber('', '60054', 'Acme'), sayNumber('', '60055', 'Zenith')],
  ['unlike', sayNumber('', '60054'), sayNumber('', '60055')],
  ['unknown', sayNumber('naic', '12345'), sayNumber('hpid', '54321')],
  ['same', { ...sayName('Acme'), id: 'o1' }, { ...sayName('Zenith'), id: 'o1' }],
  ['other', { ...sayName('Acme'), id: 'o1' }, { ...sayName('Acme'), id: 'o2' }],
  ['unknown', { ...sayName(), id: 'o1' }, sayName('Acme')],
] as const)('IM-1 MP-7 payers are %s: %j and %j', (likeness, one, other) => {
  expect(comparePayers(one, other)).toBe(likeness)
  expect(comparePayers(other, one)).toBe(likeness)
})

test.each(['constructor', 'toString', '__proto__'])('IM-1 MP-7 the number %s is a number like any other', (number) => {
  const some = JSON.parse(`{"1001": ["a"]}`)
  expect(mayBeOfOneSystem(number, some, some)).toBe(true)
  const [one, other] = ['a', 'b'].map((system) => JSON.parse(`{"${number}": ["${system}"]}`))
  expect(mayBeOfOneSystem(number, one, one)).toBe(true)
  expect(mayBeOfOneSystem(number, one, other)).toBe(false)
})
