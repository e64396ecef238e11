// The compiled parts of these libraries, so that nothing of Boost has to be linked.
#include <boost/json/src.hpp>
#include <boost/url/src.hpp>
