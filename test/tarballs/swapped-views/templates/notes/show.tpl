${within('layout', html`<h1>${it.title}</h1>${include('parts/link')}`)}
