import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { svgProblems } from './svg.ts'

const svg = (inside: string, attributes = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"') =>
  `<svg ${attributes}>${inside}</svg>`

describe('drawings of brands', () => {
  test('BR-8 drawings of shapes, groups and local gradients pass', () => {
    const gradient = '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>'
    expect(svgProblems(svg('<g transform="scale(.5)"><path fill="#0d4f85" d="M0 0h4"/></g>'))).toEqual([])
    expect(svgProblems(svg(`${gradient}<circle cx="1" cy="1" r="1" fill="url(#a)"/><title>Sun</title>`))).toEqual([])
    expect(svgProblems(`\n${svg('<rect width="4" height="4" fill="none" stroke="#000"/>')}\n`)).toEqual([])
  })

  test.each([
    ['<script>alert(1)</script>'],
    ['<script/>'],
    ['<style>path{fill:red}</style>'],
    ['<foreignObject><body/></foreignObject>'],
    ['<image href="https://evil.example/x.png"/>'],
    ['<use href="#a"/>'],
    ['<a href="javascript:alert(1)"><path d="M0 0"/></a>'],
    ['<path d="M0 0" onclick="alert(1)"/>'],
    ['<path d="M0 0" style="fill:url(https://evil.example/x)"/>'],
    ['<path d="M0 0" fill="url(https://evil.example/x#a)"/>'],
    ['<path d="M0 0" clip-path="url(https://evil.example/x#a)"/>'],
    ['<path d="M0 0" fill="currentColor"/>'],
    ['<path d="M0 0" fill="red"/>'],
    ["<path d='M0 0' onload='x'/>"],
    ['<path d=M0/>'],
    ['<animate attributeName="href" to="x"/>'],
    ['<set attributeName="onload" to="x"/>'],
    ['<!-- note --><path d="M0 0"/>'],
    ['<![CDATA[x]]>'],
    ['words'],
    ['<title>&lt;script&gt;</title>'],
    ['<g>'],
    ['</g>'],
    ['<path d="M0 0" d="M1 1"/>'],
    ['<clipPath id="a" clip-path="url(#b)"/>'],
    ['<clipPath id="a"><g><rect clip-path="url(#b)"/></g></clipPath>'],
    ['<svg viewBox="0 0 40 40"/>'],
  ])('BR-8 %s is refused', (inside) => {
    expect(svgProblems(svg(inside))).not.toEqual([])
  })

  test('BR-8 the file is a single svg element with the namespace and a square view, and nothing around it', () => {
    expect(svgProblems('')).not.toEqual([])
    expect(svgProblems('<g/>')).not.toEqual([])
    expect(svgProblems(svg('') + svg(''))).not.toEqual([])
    expect(svgProblems(`<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`)).not.toEqual([])
    expect(svgProblems(`<?xml version="1.0"?>${svg('')}`)).not.toEqual([])
    expect(svgProblems(svg('', 'viewBox="0 0 40 40"'))).not.toEqual([])
    expect(svgProblems(svg('', 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"'))).not.toEqual([])
    expect(svgProblems(svg('', 'xmlns="http://www.w3.org/2000/svg"'))).not.toEqual([])
    expect(svgProblems(`\u00a0${svg('')}`)).not.toEqual([])
  })

  test('BR-8 text that no XML reader or no database accepts is refused', () => {
    for (const title of ['\u0000', '\ud800', ']]>', '\u200b'])
      expect(svgProblems(svg(`<title>${title}</title>`))).not.toEqual([])
    expect(svgProblems(svg('<path\u00a0d="M0 0"/>'))).not.toEqual([])
  })

  test.each([
    ['viewBox="0 0 Infinity Infinity"'],
    ['viewBox="0 0 1e-9 1e-9"'],
    ['viewBox="0 0 40 40" width="1" height="900000"'],
    ['viewBox="0 0 40 40" height="1"'],
    ['viewBox="0 0 40 40" width="99999" height="99999"'],
  ])('BR-8 a picture with %s, which has no size or could have any, is refused', (size) => {
    expect(svgProblems(svg('', `xmlns="http://www.w3.org/2000/svg" ${size}`))).not.toEqual([])
  })

  test('BR-8 an editor may give the size of the square', () => {
    expect(
      svgProblems(svg('', 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="64" height="64"')),
    ).toEqual([])
  })

  test('BR-8 a drawing that would take long to render is refused', () => {
    expect(svgProblems(svg(`${'<g>'.repeat(19)}${'</g>'.repeat(19)}`))).toEqual([])
    expect(svgProblems(svg(`${'<g>'.repeat(20)}${'</g>'.repeat(20)}`))).not.toEqual([])
    expect(svgProblems(svg('<g/>'.repeat(999)))).toEqual([])
    expect(svgProblems(svg('<g/>'.repeat(1_000)))).not.toEqual([])
  })

  test('BR-8 a file of any size and content gets an answer', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', '"', '=', ' ', 'svg', 'g', '&'), maxLength: 60 }),
        (t) => {
          expect(Array.isArray(svgProblems(svg(t)))).toBe(true)
        },
      ),
    )
    expect(svgProblems(svg('<g></g>'.repeat(10_000)))).toEqual(['must be at most 32000 characters'])
  })
})
