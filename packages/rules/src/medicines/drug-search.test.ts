import { describe, expect, test } from 'vitest'
import { indexDrugs, nearestNames, searchDrugs } from './drug-search.ts'

const drug = (drugId: string, name: string, form: string) => ({
  drugId,
  name,
  ingredient: name.toLowerCase(),
  strength: null,
  form,
})

const index = indexDrugs([
  drug('cream', 'Hydrocortisone', 'topical cream'),
  drug('tablet', 'Hydrocortisone', 'oral tablet'),
  drug('aerosol', 'Albuterol', 'metered dose aerosol'),
  drug('drops', 'Timolol', 'ophthalmic solution'),
  drug('other', 'Nystatin', 'topical cream'),
])

describe('MP-17 LG-4 a drug search with the words of a form', () => {
  test.each([
    ['hydrocortisone cream', ['cream', 'tablet']],
    ['cream hydrocortisone', ['cream', 'tablet']],
    ['crema de hidrocortisona', ['cream', 'tablet']],
    ['inhalador de albuterol', ['aerosol']],
    ['albuterol inhaler', ['aerosol']],
    ['gotas de timolol', ['drops']],
    ['constructor', []],
  ])('%s', (query, found) => {
    expect(searchDrugs(index, query, 10).map(({ drugId }) => drugId)).toEqual(found)
  })
})

test('MP-17 next to an unknown word, a word inside a name finds nothing, but the first word of a name does', () => {
  const of = (name: string, ingredient: string) => ({ drugId: name, name, ingredient, strength: null, form: null })
  const index = indexDrugs([
    of('Ultratag', 'technetium red blood cell kit'),
    of('Mirena', 'levonorgestrel'),
    of('Janumet', 'sitagliptin; metformin'),
  ])
  const find = (query: string) => searchDrugs(index, query, 10).map(({ name }) => name)
  expect(find('blood thinner')).toEqual([])
  expect(find('red blood cell')).toEqual(['Ultratag'])
  expect(find('metformin for sugar')).toEqual(['Janumet'])
  expect(find('levonorgestrel thinner')).toEqual(['Mirena'])
})

test('MP-17 suggests only names with nearly the same spelling', () => {
  const drug = (name: string) => ({ drugId: name, name, ingredient: null, strength: null, form: null })
  const index = indexDrugs([drug('Mirena'), drug('Humatin'), drug('Humira'), drug('Hydroxyzine')])
  expect(nearestNames(indexDrugs([drug('Mirena'), drug('Hydroxyzine')]), 'humira', 5)).toEqual([])
  expect(nearestNames(index, 'hummirra', 5)[0]).toBe('Humira')
})
