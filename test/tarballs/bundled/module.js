import './require.js'
import './main.js'
