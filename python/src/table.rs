//! Tables of results, exported through Arrow's C stream interface without a copy.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, ListArray, RecordBatch,
    RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::errors;

/// Values of a column.
pub struct Values {
    array: ArrayRef,
    /// Set if values may be missing. The schema says so even if none is, so that tables of a kind can be joined.
    some: bool,
}

/// Creates values none of which is missing.
fn all(array: impl Array + 'static) -> Values {
    Values {
        array: Arc::new(array),
        some: false,
    }
}

/// Creates values some of which may be missing.
fn some(array: impl Array + 'static) -> Values {
    Values {
        some: true,
        ..all(array)
    }
}

/// Column: its name and its values.
pub type Column = (&'static str, Values);

/// Creates texts.
pub fn texts(values: impl IntoIterator<Item = impl AsRef<str>>) -> Values {
    all(StringArray::from_iter_values(values))
}

/// Creates texts that may be missing.
pub fn some_texts<T: AsRef<str>>(values: impl IntoIterator<Item = Option<T>>) -> Values {
    some(values.into_iter().collect::<StringArray>())
}

/// Creates unsigned integers.
pub fn counts(values: impl IntoIterator<Item = u64>) -> Values {
    all(UInt64Array::from_iter_values(values))
}

/// Creates integers that may be missing.
pub fn some_integers(values: impl IntoIterator<Item = Option<i64>>) -> Values {
    some(values.into_iter().collect::<Int64Array>())
}

/// Creates floating-point numbers.
pub fn numbers(values: impl IntoIterator<Item = f64>) -> Values {
    all(Float64Array::from_iter_values(values))
}

/// Creates floating-point numbers that may be missing.
pub fn some_numbers(values: impl IntoIterator<Item = Option<f64>>) -> Values {
    some(values.into_iter().collect::<Float64Array>())
}

/// Creates booleans.
pub fn truths(values: impl IntoIterator<Item = bool>) -> Values {
    all(values.into_iter().map(Some).collect::<BooleanArray>())
}

/// Creates a builder of lists, whose elements have the same name as in the program's files.
fn lists<B: ArrayBuilder>(elements: B, kind: DataType) -> ListBuilder<B> {
    ListBuilder::new(elements).with_field(Field::new("element", kind, false))
}

/// Creates lists of texts.
pub fn lists_of_texts<'a>(values: impl IntoIterator<Item = &'a Vec<String>>) -> Values {
    let mut lists = lists(StringBuilder::new(), DataType::Utf8);
    for list in values {
        lists.append_value(list.iter().map(Some));
    }
    all(lists.finish())
}

/// Creates lists of unsigned integers.
pub fn lists_of_counts<'a>(values: impl IntoIterator<Item = &'a Vec<usize>>) -> Values {
    let mut lists = lists(UInt64Builder::new(), DataType::UInt64);
    for list in values {
        lists.append_value(list.iter().map(|&count| Some(count as u64)));
    }
    all(lists.finish())
}

/// Table with named columns.
#[pyclass(frozen, subclass, module = "mankala")]
pub struct Table {
    schema: SchemaRef,
    /// Rows in batches.
    batches: Vec<RecordBatch>,
}

impl Table {
    /// Creates a table of columns of one length.
    pub fn new(columns: Vec<Column>) -> PyResult<Self> {
        Self::of(vec![columns])
    }

    /// Creates a table from batches of the same columns, each with the next rows.
    pub fn of(batches: Vec<Vec<Column>>) -> PyResult<Self> {
        let field = |(name, values): &Column| {
            Field::new(*name, values.array.data_type().clone(), values.some)
        };
        let first = batches.iter().take(1).flatten();
        let schema = Arc::new(Schema::new(first.map(field).collect::<Vec<_>>()));
        let batch = |columns: Vec<Column>| {
            let values = columns.into_iter().map(|(_, values)| values.array);
            RecordBatch::try_new(Arc::clone(&schema), values.collect())
        };
        let batches = batches.into_iter().map(batch).collect::<Result<_, _>>();
        let batches = batches.map_err(errors::internal)?;
        Ok(Self { schema, batches })
    }
}

/// Converts a value to a Python object.
fn cell<'py>(py: Python<'py>, values: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if values.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    let any = values.as_any();
    macro_rules! of {
        ($($type:ty),*) => {
            $(if let Some(values) = any.downcast_ref::<$type>() {
                let value = values.value(row).into_pyobject(py)?;
                return Ok(value.to_owned().into_any());
            })*
        };
    }
    of!(
        StringArray,
        UInt64Array,
        Int64Array,
        Float64Array,
        BooleanArray
    );
    match any.downcast_ref::<ListArray>() {
        Some(lists) => list(py, &[&*lists.value(row)]).map(Bound::into_any),
        None => Err(errors::internal(format!(
            "unsupported type of a column: {}",
            values.data_type()
        ))),
    }
}

/// Converts several arrays to one list.
fn list<'py>(py: Python<'py>, values: &[&dyn Array]) -> PyResult<Bound<'py, PyList>> {
    let rows = |&values| (0..Array::len(values)).map(move |row| cell(py, values, row));
    let cells = values.iter().flat_map(rows);
    PyList::new(py, cells.collect::<PyResult<Vec<_>>>()?)
}

#[pymethods]
impl Table {
    #[doc = stub!("Table.columns")]
    #[getter]
    fn columns(&self) -> Vec<String> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let Ok(at) = self.schema.index_of(column) else {
            return Err(PyKeyError::new_err(format!(
                "unknown column {column:?}, expected one of {}",
                self.columns().join(", ")
            )));
        };
        let values = self.batches.iter().map(|batch| &**batch.column(at));
        list(py, &values.collect::<Vec<_>>())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows ignoring the requested schema; the caller then casts by itself.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok::<_, ArrowError>);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let field = |field: &Arc<Field>| {
            let kind = match field.data_type() {
                DataType::Utf8 => "text",
                DataType::Boolean => "bool",
                DataType::Float64 => "float",
                DataType::List(_) => "list",
                _ => "int",
            };
            format!("{}: {kind}", field.name())
        };
        let fields: Vec<String> = self.schema.fields().iter().map(field).collect();
        let rows = self.__len__();
        format!("<{rows} rows of {}>", fields.join(", "))
    }
}
