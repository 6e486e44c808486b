import { describe, expect, it } from 'vitest'
import { expandOptional } from '../adapter.ts'
import { parsePath } from '../index.ts'
import { staticPath } from './segment.ts'

describe('expandOptional', () => {
  it('expandOptional() returns the paths with and without each optional part, shortest first', () => {
    const lengths = (path: string): number[] => expandOptional(parsePath(path)).map((segments) => segments.length)

    expect(lengths('/a/{b}')).toEqual([2])
    expect(lengths('/a[/{b}]')).toEqual([1, 2])
    expect(lengths('/a[/{b}/c[/{d}]]')).toEqual([1, 3, 4])
    expect(lengths('/a[/]')).toEqual([1, 2])
    expect(lengths('/a[/{rest...}]')).toEqual([1, 2])
  })
})

describe('staticPath', () => {
  it('staticPath() returns the canonical path of segments without placeholders', () => {
    expect(staticPath(parsePath('/'))).toBe('/')
    expect(staticPath(parsePath('/a/é/'))).toBe('/a/%C3%A9/')
    expect(staticPath(parsePath('//a'))).toBe('//a')
  })

  it('staticPath() returns undefined for a path with a placeholder', () => {
    expect(staticPath(parsePath('/a/{b}'))).toBeUndefined()
    expect(staticPath(parsePath('/{rest...}'))).toBeUndefined()
  })
})
