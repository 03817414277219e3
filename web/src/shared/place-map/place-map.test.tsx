import { expect, test } from 'vitest'
import { renderPage } from '../../base/test-render.tsx'
import { type MapPicture, PlaceMap } from './place-map.tsx'

const area = { west: -80, south: 40, east: -79, north: 41, x: -20, y: -30, width: 700, height: 520 }
const map: MapPicture = {
  width: 640,
  height: 480,
  counties: 'M1 1',
  states: 'M2 2',
  ring: null,
  area,
  towns: [{ name: 'Pittsburgh', x: 320, y: 240 }],
  pins: [{ x: 300, y: 200, lat: 40.4, lon: -79.9, count: 1, numbers: [1] }],
}
const drawn = <PlaceMap map={map} names={['Ana Corazon']} onOne={() => {}} onPin={() => {}} />

test("MP-24 the map is the portal's own: nothing of others is on it, nor offered where the brand has no maps call", () => {
  const html = renderPage(drawn)
  expect(html).toContain('Pittsburgh')
  expect(html).not.toMatch(/<iframe|<script|<img|<button|streets/)
})

test('MP-1 MP-24 streets of a brand that has a maps call are offered with the service’s name, and not requested before a press', () => {
  const html = renderPage(drawn, { page: { maps: { path: '/maps', host: 'maps.example' } } })
  expect(html).toMatch(/<button[^>]*>.*Show streets/)
  expect(html).toContain('The streets come from maps.example')
  expect(html).not.toMatch(/<iframe|<script|https:/)
})
