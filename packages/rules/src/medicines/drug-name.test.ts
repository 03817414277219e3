import { expect, test } from 'vitest'
import { nameDrug } from './drug-name.ts'

test.each([
  ['Lipitor', 'EQ 20MG BASE', 'Tablet', 'Lipitor 20 mg, tablet'],
  ['Azithromycin', '500 MG', 'Oral Tablet', 'Azithromycin 500 mg, oral tablet'],
  ['Amlodipine And Benazepril', 'EQ 5MG BASE;10MG', 'Capsule', 'Amlodipine And Benazepril 5 mg / 10 mg, capsule'],
  ['Vasostrict', '20UNITS/100ML (0.2UNITS/ML)', null, 'Vasostrict 20 units/100 mL (0.2 units/mL)'],
  ['Percocet', '325 MG / 5 MG', 'Oral Tablet', 'Percocet 325 mg / 5 mg, oral tablet'],
  ['Topicort', '0.05%', 'Cream', 'Topicort 0.05%, cream'],
  ['Insulin', null, null, 'Insulin'],
])('MP-17 %s of %s has the name that people write', (name, strength, form, shown) => {
  expect(nameDrug({ name, strength, form })).toBe(shown)
})
