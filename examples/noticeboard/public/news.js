// Shows what is written on the board while somebody looks at it. Without scripts, a look at the page shows the same.
const board = document.querySelector('[data-news]')
let list = board.querySelector('ul')

new EventSource(board.dataset.news).addEventListener('notice', ({ data }) => {
  if (!list) {
    list = Object.assign(document.createElement('ul'), { className: 'cards' })
    board.replaceChildren(list)
  }
  const { title, by, url } = JSON.parse(data)
  const link = Object.assign(document.createElement('a'), { href: url, textContent: title })
  const small = Object.assign(document.createElement('small'), { textContent: `${by}, just now` })
  const item = document.createElement('li')
  item.append(link, small)
  list.prepend(item)
})
